/** Control characters, and those that turn the direction of what follows: no one sees them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text of one line as it can be seen, as it is typed or pasted. */
export const plainText = (text: string): string => text.replace(UNSEEN, '');
