/** Invisible characters: control characters, and those that change the text direction. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Return one line of text with only its visible characters, as typed or pasted. */
export const plainText = (text: string): string => text.replace(UNSEEN, '');
