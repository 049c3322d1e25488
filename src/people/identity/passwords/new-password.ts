import { invalidFields } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { isValidPasswordLength, type PasswordRefusal, passwordRefusalTexts } from './password-rules.ts'

export type PasswordOwner = { readonly email: string; readonly name: string; readonly siteTitle: string }

export const ownWords = ({ email, name, siteTitle }: PasswordOwner): readonly string[] => [
  ...new Set([
    email,
    ...email.split(/[@.+_-]/),
    name,
    name.replaceAll(/\s+/g, ''),
    ...name.split(/\s+/),
    siteTitle,
    ...siteTitle.split(/\s+/),
  ]),
]

/** Null if acceptable. Length and guessability count, not character classes (NIST SP 800-63B, 3.1.1.2). */
export async function refusePassword(password: string, owner: PasswordOwner): Promise<PasswordRefusal | null> {
  if (!isValidPasswordLength(password)) return 'length'
  const { passwordStrength } = await import('./password-strength.ts')
  return passwordStrength(password, ownWords(owner)).weakness
}

export async function passwordError(
  shop: { readonly settings: () => SiteSettings },
  password: string | undefined,
  owner: Omit<PasswordOwner, 'siteTitle'>,
): Promise<RestError | null> {
  if (password === undefined) return null
  const refusal = await refusePassword(password, { ...owner, siteTitle: shop.settings().siteTitle })
  return refusal === null ? null : invalidFields({ password: passwordRefusalTexts[refusal] })
}
