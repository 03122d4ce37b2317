import * as z from 'zod';

// What others say of themselves, read field by field: one bad field costs itself alone.

const text = z.string().min(1).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const texts = z
  .union([z.array(z.unknown()), z.string().transform((one) => one.split(' '))])
  .transform((all) => all.filter((one) => typeof one === 'string' && one !== ''))
  .pipe(z.array(z.string()))
  .optional()
  .catch(undefined);

/** RFC 9728. */
export const ResourceMetadata = z.object({
  resource: text,
  authorization_servers: texts,
  scopes_supported: texts,
});
export type ResourceMetadata = z.infer<typeof ResourceMetadata>;

/** RFC 8414 and OpenID Connect Discovery. */
export const ServerMetadata = z.object({
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  registration_endpoint: text,
  scopes_supported: texts,
  response_types_supported: texts,
  code_challenge_methods_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  client_id_metadata_document_supported: flag,
  authorization_response_iss_parameter_supported: flag,
});
export type ServerMetadata = z.infer<typeof ServerMetadata>;

const seconds = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .optional()
  .catch(undefined);

/** RFC 6749, 5.1. A token has to fit into a header. */
export const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  token_type: text,
  expires_in: seconds,
  refresh_token: text,
  scope: text,
});
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** RFC 7591, 3.2.1. */
export const RegistrationAnswer = z.object({
  client_id: z.string().min(1),
  client_secret: text,
  /** Seconds since 1970; 0 is never. */
  client_secret_expires_at: seconds,
  token_endpoint_auth_method: text,
});

/** RFC 6749, 5.2: the code of an error, where it is one, and what else was said. */
export const ErrorAnswer = z.object({
  error: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .optional()
    .catch(undefined),
  error_description: text,
});

/** The scopes in lists that are divided by spaces, each once. */
export const scopesOf = (...lists: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(lists.flatMap((scope) => (scope ?? '').split(/\s+/)).filter((scope) => scope !== '')),
];
