"""Refusals and masks in languages other than English: the words that most servers there use, not a dictionary.

Stems without their endings, because adjectives and verbs are inflected. Letters with and without their accents.
"""

from __future__ import annotations

from typing import Final

from querious.answers.fault.wordings import any_of

REFUSING: Final = any_of(
    (
        # Spanish, Portuguese, Italian
        r"\bno (?:se )?(?:encontr|existe|puede|es v[aá]lid|est[aá] permitid|tiene)|\bya (?:existe|tiene|est[aá])\b",
        r"\bn[aã]o (?:foi )?(?:encontrad|existe|pode|[eé] v[aá]lid|permitid)|\bj[aá] (?:existe|cadastrad)",
        r"\bnon (?:[eèé] )?(?:trovat|esiste|valid|consentit|pu[oò])|\besiste gi[aà]\b",
        r"\b(?:in|no )v[aá]lid[oa]s?\b|\brequerid[oa]s?\b|\bobligatori[oa]|\bobrigat[oó]ri[oa]|\brichiest[oa]\b",
        r"\b(?:debe|deben|deve|devem|deve essere) \w+|\b(?:falta|faltan|manca|mancano)\b|\bal menos\b|\bpelo menos\b",
        # French
        r"\bintrouvables?\b|\binvalides?\b|\brequise?s?\b|\bobligatoires?\b|\bdoi(?:t|vent) \w+",
        r"\bimpossible d(?:e\b|')",
        r"\bn'existe pas\b|\bnon (?:trouv|autoris|authentifi|valide)|\bn'est pas (?:valide|autoris|permis|disponible)",
        r"\bd[eé]j[aà] (?:utilis|pris|exist)|\bexiste d[eé]j[aà]\b|\bveuillez\b",
        # German, Dutch
        r"\bnicht (?:gefunden|vorhanden|erlaubt|zul[aä]ssig|g[uü]ltig|leer|angemeldet|authenti|berechtigt|m[oö]glich)",
        r"\bung[uü]ltig|\berforderlich|\bfehlt\b|\bbereits\b|\bmuss \w+|\bdarf nicht\b|\bexistiert (?:nicht|bereits)\b",
        r"\bniet (?:gevonden|toegestaan|geldig|beschikbaar)|\bongeldig|\bverplicht|\bbestaat (?:al|niet)\b",
        # Polish, Turkish, Indonesian and Malay
        r"\bnie (?:znaleziono|istnieje|mo[zż]|jest)|\bnieprawid[lł]ow|\bwymagan|\bgeçersiz|\bbulunamad[ıi]|\bzorunlu",  # noqa: RUF001 - letters of that alphabet
        r"\btidak (?:ditemukan|valid|boleh|ada|mempunyai|memiliki|dapat)|\b(?:wajib|harus|memerlukan|sudah ada)\b",
        # Russian and Ukrainian
        r"(?i:\bне (?:найден|существует|может|должн|указан|допуска|натуральн|является|знайден|існує))",  # noqa: RUF001 - letters of that alphabet
        r"(?i:\b(?:неверн|некорректн|недопустим|невірн|укажите|введите|обязательн|уже существует|нет доступа))",
        # Chinese
        "不存在|不能|不支持|不允许|不合法|不正确|未找到|找不到|无效|為空|为空|必填|必须|已存在|参数错误|格式错误|没有权限|最多|至少",
        # Japanese
        "見つかりません|存在しません|無効|必須|できません|不正な|既に|ください|必要があります",
        # Korean
        "찾을 수 없|존재하지|유효하지|필수|이미 |할 수 없|잘못된|권한이 없",
        # Arabic and Hebrew
        "غير موجود|غير صالح|مطلوب|לא נמצא|לא חוקי",
    )
)
"""A person has written what is wrong with the request."""

MASKS: Final = any_of(
    (
        r"^(?:ocurri[oó]|se ha producido|ha ocurrido) un error\b",
        r"^error (?:interno|inesperado|del servidor|desconocido)",
        r"^(?:ocorreu um )?erro (?:interno|inesperado|do servidor|desconhecido)",
        r"^errore (?:interno|imprevisto|sconosciut)",
        r"^une erreur\b.*\b(?:interne|inattendue|survenue|produite)\b",
        r"^erreur (?:interne|inattendue|serveur|du serveur)",
        r"^(?:es ist )?(?:ein )?(?:interner|unerwarteter|unbekannter)\b.*fehler|^(?:interner )?serverfehler",
        r"^(?:es ist )?ein fehler (?:ist )?aufgetreten|^interne (?:server)?fout|^onverwachte fout",
        r"^er is een fout opgetreten",
        r"^wyst[aą]pi[lł] (?:nieoczekiwany )?b[lł][aą]d|^beklenmeyen (?:bir )?hata|^sunucu hatas[ıi]",  # noqa: RUF001 - letters of that alphabet
        r"^terjadi kesalahan",
        r"(?i:внутренняя ошибка|непредвиденная ошибка|неизвестная ошибка|ошибка сервера|что-то пошло не так)",
        "服务器(?:内部)?(?:错误|异常)|系统(?:内部)?(?:错误|异常|繁忙)|内部错误|未知错误|伺服器錯誤|系統錯誤",
        "サーバー ?エラー|内部エラー|予期(?:しない|せぬ)エラー|システムエラー|不明なエラー",
        "서버 (?:내부 )?(?:오류|에러)|내부 오류|알 수 없는 오류|예기치 않은 오류",
    )
)
"""What is shown instead of an exception."""
