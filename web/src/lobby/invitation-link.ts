/** Where an invitation leads, and whom it reaches. */
interface Invitation {
  readonly link: string;
  readonly reaches: 'everybody' | 'network' | 'this-machine';
}

/** Whether a host is the machine of the person who opens a link to it. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/**
 * The link for friends to a page: the page as it was opened; but an address of this machine leads
 * others nowhere, so that one of those at which they find the server takes its place.
 */
export function invitationTo(page: URL, addresses: readonly string[]): Invitation {
  if (!isThisMachine(page.hostname)) return { link: page.href, reaches: 'everybody' };
  const [address] = addresses;
  if (address === undefined) return { link: page.href, reaches: 'this-machine' };
  return { link: new URL(page.pathname, address).href, reaches: 'network' };
}
