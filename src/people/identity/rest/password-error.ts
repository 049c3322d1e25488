import { invalidFields } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { type PasswordOwner, refusePassword } from '../passwords/new-password.ts'
import { passwordRefusalTexts } from '../passwords/password-rules.ts'

/** The error of a password that is set for somebody and is too short or easy to guess; null if there is none. */
export async function passwordError(
  shop: { readonly settings: () => SiteSettings },
  password: string | undefined,
  owner: Omit<PasswordOwner, 'siteTitle'>,
): Promise<RestError | null> {
  if (password === undefined) return null
  const refusal = await refusePassword(password, { ...owner, siteTitle: shop.settings().siteTitle })
  return refusal === null ? null : invalidFields({ password: passwordRefusalTexts[refusal] })
}
