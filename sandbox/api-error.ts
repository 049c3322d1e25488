/** Error object of the provider's API, sent as `error`. */
export type ErrorBody = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: unknown
  setup_intent?: unknown
  payment_method?: unknown
}

/** Thrown when a call is rejected without side effects: the transaction is rolled back. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 500
  readonly body: ErrorBody

  constructor(status: ApiError['status'], body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalidRequest(message: string, detail: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...detail })
}

export function resourceMissing(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/**
 * The error for a request without a wrong parameter that could be named, or for one that is already being processed
 * (409).
 */
export function refusal({ code, message, refusedWith }: { code: string; message: string; refusedWith?: 400 | 409 }) {
  const type = refusedWith === 409 ? 'idempotency_error' : 'invalid_request_error'
  return new ApiError(refusedWith ?? 400, { type, message, ...(code === '' ? {} : { code }) })
}

export function cardError(code: string, message: string, param?: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, ...(param ? { param } : {}) })
}
