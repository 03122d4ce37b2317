/** Scenarios of 0.2.0-alpha that are known to fail, each with the reason. No revision of the protocol requires them. */
export const gaps: Readonly<Record<string, string>> = {
  'auth/dpop': 'Proof of possession is an extension that is not offered: tokens are sent as bearer tokens.',
  'auth/dpop-nonce': 'As auth/dpop.',
  'auth/wif-jwt-bearer':
    'Workload identity is an extension for machines without a user; an inspector has a user, or a client secret.',
};
