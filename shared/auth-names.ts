import type { AuthStepCode } from './contract/authorization.ts';

// What may be named of an authorization: parameters, fields and headers that a specification defines. Everything else that
// crosses the wire is counted only, so that no value can travel as a name.

const parameters = [
  // RFC 6749, 7636, 8707, 9207, 7523, 8693; OpenID Connect Core
  'response_type client_id client_secret redirect_uri scope state code code_verifier code_challenge code_challenge_method',
  'grant_type refresh_token resource iss prompt client_assertion client_assertion_type assertion',
  'subject_token subject_token_type requested_token_type audience',
  'access_token token_type expires_in issued_token_type id_token error error_description error_uri session_state',
].join(' ');

const metadata = [
  // RFC 9728, RFC 8414, OpenID Connect Discovery
  'authorization_servers scopes_supported bearer_methods_supported resource_name resource_documentation jwks_uri',
  'resource_policy_uri resource_tos_uri resource_signing_alg_values_supported dpop_bound_access_tokens_required',
  'tls_client_certificate_bound_access_tokens issuer authorization_endpoint token_endpoint registration_endpoint',
  'response_types_supported response_modes_supported grant_types_supported code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported token_endpoint_auth_signing_alg_values_supported service_documentation',
  'revocation_endpoint introspection_endpoint userinfo_endpoint end_session_endpoint subject_types_supported',
  'id_token_signing_alg_values_supported claims_supported authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported pushed_authorization_request_endpoint require_pushed_authorization_requests',
].join(' ');

const registration = [
  // RFC 7591
  'redirect_uris client_name client_uri logo_uri grant_types response_types token_endpoint_auth_method application_type',
  'client_id_issued_at client_secret_expires_at registration_access_token registration_client_uri contacts tos_uri',
  'policy_uri software_id software_version jwks',
].join(' ');

const headers = 'accept authorization content-type www-authenticate';
const challenges = 'realm resource_metadata';

const known = new Set(
  [parameters, metadata, registration, headers, challenges].flatMap((words) => words.split(' ')),
);

/** Whether a name may be told of what was sent or answered. */
export const isAuthName = (name: string): boolean => known.has(name);

/** The names on the list, once each, and how many others there were. */
export const knownAuthNames = (
  names: Iterable<string>,
): { readonly known: string[]; readonly others: number } => {
  const all = [...new Set(names)];
  const listed = all.filter((name) => known.has(name));
  return { known: listed, others: all.length - listed.length };
};

/** What each hop is called, on screen and in a terminal. */
export const authStepWords: Readonly<Record<AuthStepCode, string>> = {
  challenge: 'Server asks for authorization',
  'resource-metadata': 'Metadata of the server',
  'server-metadata': 'Metadata of the authorization server',
  client: 'Choice of a client',
  registration: 'Registration of a client',
  consent: 'Consent to open the browser',
  callback: 'Answer of the browser',
  token: 'Request for a token',
  refresh: 'Renewal of the token',
};
