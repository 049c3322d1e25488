import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { roles } from '../../../platform/access/permissions.ts'
import { isEmail } from '../../../platform/email-address.ts'
import { readOnly, toEmail } from '../../../platform/rest/fields.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { type UserJson, woocommerceMeta } from './user-json.ts'

const email = z.string().transform(toEmail)
const password = z.string()
const name = z
  .string()
  .trim()
  .max(100)
  .refine((text) => !isEmail(text), 'A name is seen by others: choose one that is not an email address.')

/** Read-only fields that clients may send back unchanged; other values are an error. */
const readOnlyFields = [
  ...['id', 'username', 'url', 'description', 'link', 'slug', 'avatar_urls', 'meta', 'nickname', 'locale'],
  ...['registered_date', 'capabilities', 'extra_capabilities', 'status'],
] as const
/** Fields that change by themselves do not count as requested changes. */
const computedFields = ['session_count', 'last_sign_in', 'last_sign_in_gmt', '_links'] as const

const names = z.object({
  name: name.min(1).optional(),
  first_name: name.optional(),
  last_name: name.optional(),
  woocommerce_meta: woocommerceMeta.optional(),
  ...readOnly(...readOnlyFields, ...computedFields),
})

export const ownFields = names.extend(readOnly('email', 'password', 'roles'))
/** Fields of other users that administrators may change. `roles` is a list as in WordPress, with one role. */
export const changeFields = names.extend({
  email: email.optional(),
  password: password.optional(),
  roles: z.array(z.enum(roles)).length(1, 'A person has one role.').optional(),
})
export const newFields = changeFields.omit({ woocommerce_meta: true }).extend({
  email,
  password,
  username: z.string().optional().describe('Ignored, because users sign in with their email address.'),
})

const ownCredentials = 'You change your own email address and password in your account.'
const messages: Readonly<Record<string, string>> = {
  email: ownCredentials,
  password: ownCredentials,
  roles: 'Nobody changes their own role.',
}

/** The error for a changed read-only field: to ignore it would suggest that it was saved. */
export function fixedFieldError(
  fields: typeof ownFields | typeof changeFields,
  body: Readonly<Record<string, unknown>>,
  present: UserJson,
): RestError | null {
  const isFixed = (name: string): boolean =>
    (fields.shape as Readonly<Record<string, z.ZodType>>)[name]?.meta()?.readOnly === true &&
    !computedFields.some((each) => each === name)
  const refused = Object.entries(body).filter(
    ([name, value]) =>
      value !== undefined && isFixed(name) && !isSame(value, (present as Readonly<Record<string, unknown>>)[name]),
  )
  return refused.length === 0
    ? null
    : invalidFields(Object.fromEntries(refused.map(([name]) => [name, messages[name] ?? `${name} cannot be changed.`])))
}

/** Forms send numbers as text, and some clients an empty list as an empty object. */
const isSame = (sent: unknown, present: unknown): boolean =>
  isDeepStrictEqual(sent, present) ||
  (typeof present === 'number' && sent === String(present)) ||
  (isEmptyObject(sent) && isEmptyObject(present))

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
