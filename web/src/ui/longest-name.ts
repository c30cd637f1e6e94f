/** The longest name in characters, as the server counts them. */
export const LONGEST_NAME = 24;
