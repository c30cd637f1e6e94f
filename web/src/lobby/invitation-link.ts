/** The address in an invitation, and the people it can reach. */
interface Invitation {
  readonly link: string;
  readonly reaches: 'everybody' | 'network' | 'this-machine';
}

/** Return true if a host name means the machine of the person who opens a link to it. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/**
 * Return the link to a page for friends. Usually, this is the address at which the page was opened.
 * If that address works only on this machine, use one at which others can reach the server.
 */
export function invitationTo(page: URL, addresses: readonly string[]): Invitation {
  if (!isThisMachine(page.hostname)) return { link: page.href, reaches: 'everybody' };
  const [address] = addresses;
  if (address === undefined) return { link: page.href, reaches: 'this-machine' };
  return { link: new URL(page.pathname, address).href, reaches: 'network' };
}
