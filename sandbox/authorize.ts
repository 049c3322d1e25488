import { ApiError } from './api-error.ts'
import type { Endpoint } from './endpoints.ts'
import { type Caller, callerOf } from './keys.ts'

/**
 * Reads the key from a bearer token, or from basic authentication as curl sends it. Accepts only keys that belong to
 * `secretKey`.
 */
export function authorize(authorization: string | undefined, access: Endpoint['access'], secretKey: string): Caller {
  const header = authorization ?? ''
  const bearer = /^Bearer\s+(\S+)$/i.exec(header)?.[1]
  const basic = /^Basic\s+(\S+)$/i.exec(header)?.[1]
  const key = bearer ?? (basic ? Buffer.from(basic, 'base64').toString('utf8').replace(/:.*$/s, '') : null)
  if (!key) {
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message: 'You did not provide an API key. Send it in the Authorization header, as Bearer token.',
    })
  }
  const caller = callerOf(key, secretKey)
  if (!caller) {
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
    })
  }
  if (access === 'secret' && caller.key !== 'secret') {
    throw new ApiError(403, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    })
  }
  return caller
}
