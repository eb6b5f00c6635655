import ipaddr from 'ipaddr.js';

/** Names of networks that settings can have in place of their addresses. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const LOCAL = ['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** Whether an address is this machine's or of a private network; true for what is none. */
export function isLocalAddress(ip: string): boolean {
  return !ipaddr.isValid(ip) || LOCAL.includes(ipaddr.process(ip).range());
}

/** Whether an address is in one of some networks: `192.0.2.7`, `10.1.0.0/16`, `loopback`. */
export function isAmongNetworks(ip: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  // An IPv4 address inside an IPv6 one counts as itself.
  const address = ipaddr.process(ip);
  return networks
    .flatMap((network) => NAMED[network] ?? network)
    .some((network) => {
      const [base, bits] = network.includes('/')
        ? ipaddr.parseCIDR(network)
        : [ipaddr.process(network), undefined];
      const whole = address.kind() === 'ipv4' ? 32 : 128;
      return base.kind() === address.kind() && address.match(base, bits ?? whole);
    });
}
