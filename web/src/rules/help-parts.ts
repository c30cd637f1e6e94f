interface HelpParts {
  /** The help about the option as a whole. */
  readonly general: string;
  /** The meaning of each value. */
  readonly of: Readonly<Record<string, string>>;
  /** The numbers of its rules, such as "E10, V7". */
  readonly numbers: string;
}

const NUMBERS = /\s*\(([A-Z]\d+[^)]*)\)/g;

/** Split the help text of an option: "…; value: its meaning; value: its meaning (E10)." */
export function helpParts(help: string, values: readonly (number | string)[]): HelpParts {
  const numbers = [...help.matchAll(NUMBERS)].flatMap(([, found = '']) => found.split(', '));
  const general: string[] = [];
  const of: Record<string, string> = {};
  let goesOn = false;
  for (const clause of help.replace(NUMBERS, '').split('; ')) {
    const [name, meaning] = named(clause, values);
    if (name === undefined) {
      if (!values.includes(meaning)) general.push(goesOn ? `; ${meaning}` : ` ${meaning}`);
      goesOn = general.length > 0;
      continue;
    }
    const [first = '', ...rest] = meaning.split('. ');
    of[name] = asSentence(first);
    goesOn = rest.length > 0;
    general.push(...rest.map((text) => ` ${text}`));
  }
  return { general: sentences(general), of, numbers: [...new Set(numbers)].join(', ') };
}

function sentences(clauses: readonly string[]): string {
  return clauses
    .reduce<string[]>((texts, clause) => {
      const before = texts.pop();
      if (before === undefined) return [clause];
      return clause.startsWith('; ') ? [...texts, before + clause] : [...texts, before, clause];
    }, [])
    .map(asSentence)
    .join(' ');
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
