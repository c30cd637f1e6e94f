/** Characters of a name, as the server counts them. */
export const LONGEST_NAME = 24;
