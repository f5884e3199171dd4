"""One small bookshelf, as four frameworks serve and describe it; ``faulty`` makes its look-ups answer with the next book."""
