import type { Context } from 'hono'
import type { z } from 'zod'
import { parseBodyFields } from '../../../platform/rest/input.ts'
import type { Fields as BodyFields } from '../../../platform/rest/request.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { Fields } from '../checkout-form.ts'
import type { CheckoutContext } from '../context.ts'

/** A refusal in the form of the Stripe plugin: `{code, message, data: {status, …}}`. */
export type StripeError = {
  readonly code: string
  readonly message: string
  /** Also the HTTP status. Most refusals are 200, and scripts distinguish them by code. */
  readonly status: 200 | RestError['status']
  readonly data?: Readonly<Record<string, unknown>>
  readonly extraFields?: Readonly<Record<string, unknown>>
}

export type StripeAnswer = { readonly json: unknown } | StripeError

export const stripeError = (code: string, message: string, extra: Partial<StripeError> = {}): StripeError => ({
  code,
  message,
  status: 200,
  ...extra,
})

export type StripeRequest<Input> = {
  readonly context: Context
  readonly shop: CheckoutContext
  readonly fields: Input
  /** Every field as sent, by its name in a form (`shipping_method[0]`): for calls that take a whole form. */
  readonly form: Fields
}

type Declaration<Shape extends z.ZodObject> = {
  readonly route: string
  readonly method: 'POST' | 'DELETE'
  /** Request fields, all as text; a missing required field is answered with 400. Amounts are never read. */
  readonly fields: Shape
  readonly limit?: number
  readonly handler: (request: StripeRequest<z.output<Shape>>) => Promise<StripeAnswer>
}

export type StripeCall = Pick<Declaration<z.ZodObject>, 'route' | 'method' | 'fields' | 'limit'> & {
  /** `nested`: the same fields as `form`, with `address[city]` as `{address: {city}}`. */
  readonly run: (
    request: Omit<StripeRequest<unknown>, 'fields'> & { readonly nested: BodyFields },
  ) => Promise<StripeAnswer>
}

export const stripeCall = <Shape extends z.ZodObject>(declaration: Declaration<Shape>): StripeCall => ({
  ...declaration,
  async run({ nested, ...request }) {
    const parsed = parseBodyFields(declaration.fields, nested)
    return parsed.ok ? declaration.handler({ ...request, fields: parsed.value }) : parsed.error
  },
})
