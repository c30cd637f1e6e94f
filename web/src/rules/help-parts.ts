export interface HelpParts {
  /** What holds for the option as a whole. */
  readonly general: string;
  /** What each of its values means. */
  readonly of: Readonly<Record<string, string>>;
  /** The numbers of the rules it is about, such as "E10, V7". */
  readonly numbers: string;
}

const NUMBERS = /\s*\(([A-Z]\d+[^)]*)\)/g;

/** Takes apart the help of an option: "…; value: what it means; value: what it means (E10)." */
export function helpParts(help: string, values: readonly (number | string)[]): HelpParts {
  const numbers = [...help.matchAll(NUMBERS)].flatMap(([, found = '']) => found.split(', '));
  const general: string[] = [];
  const of: Record<string, string> = {};
  for (const clause of help.replace(NUMBERS, '').split('; ')) {
    const [name, meaning] = named(clause, values);
    const [first = '', ...rest] = meaning.split('. ');
    if (name === undefined) general.push(meaning);
    else {
      of[name] = asSentence(first);
      general.push(...rest);
    }
  }
  return {
    general: general
      .filter((text) => !values.includes(text))
      .map(asSentence)
      .join(' '),
    of,
    numbers: [...new Set(numbers)].join(', '),
  };
}

function named(clause: string, values: readonly (number | string)[]): [string | undefined, string] {
  const colon = clause.indexOf(': ');
  const name = clause.slice(0, colon);
  if (colon < 0 || !values.includes(name)) return [undefined, clause];
  return [name, clause.slice(colon + 2)];
}

export function asSentence(text: string): string {
  const whole = text.trim();
  if (whole === '') return '';
  return whole.charAt(0).toUpperCase() + whole.slice(1) + (/[.!?]$/.test(whole) ? '' : '.');
}
