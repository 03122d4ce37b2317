import { fault, ok, type Result } from '../../../../shared/fault.ts';
import { resolveValues } from '../../servers/environment.ts';
import type { Settings } from './client.ts';
import type { Discovery } from './discover.ts';
import { TokenAnswer } from './metadata.ts';
import type { Obtaining } from './obtaining.ts';
import { errorFault } from './token.ts';

type Enterprise = Extract<Settings, { kind: 'enterprise' }>;

/**
 * Asks the identity provider of an organisation for a statement that an authorization server takes in place of an agreement
 * (RFC 8693 with an identity assertion; MCP's extension for enterprise-managed authorization).
 */
export const requestAssertion = async (
  { hop, trail, environment }: Obtaining,
  settings: Enterprise,
  { issuer, resource }: Discovery,
  scopes: readonly string[],
): Promise<Result<string>> => {
  const identity = resolveValues({ 'identity token': settings.identityToken }, environment, 'variable');
  if (!identity.ok) return identity;
  const subject = identity.value['identity token'] ?? '';
  trail.hide(subject);
  const { step, answer } = await hop('token', {
    url: new URL(settings.identityProvider),
    way: 'identity-assertion',
    form: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      audience: issuer,
      resource,
      subject_token: subject,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      client_id: settings.identityClientId,
      ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    }),
  });
  if (!answer.ok) return step.fail(answer.fault);
  const { status, body } = answer.value;
  const read = TokenAnswer.safeParse(body);
  if (status !== 200 || !read.success) {
    const what = 'The identity provider handed out no assertion.';
    const refused = errorFault('auth-token-failed', what, body, status, trail);
    return step.fail(
      fault(refused.fault.code, what, {
        cause: refused.fault.cause,
        next: 'Look at the log of the identity provider; the identity token may be over.',
      }),
    );
  }
  trail.hide(read.data.access_token);
  step.end();
  return ok(read.data.access_token);
};
