FROM python:3.12-slim

COPY . /src
RUN pip install --no-cache-dir "/src[crud,harvest]" \
    && rm -rf /src \
    && useradd --create-home --uid 1000 querious

USER 1000
WORKDIR /work
ENTRYPOINT ["querious"]
CMD ["--help"]
