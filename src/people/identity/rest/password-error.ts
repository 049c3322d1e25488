import { invalidFields } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { type PasswordOwner, refusePassword } from '../passwords/new-password.ts'
import { passwordRefusalTexts } from '../passwords/password-rules.ts'

export async function passwordError(
  shop: { readonly settings: () => SiteSettings },
  password: string | undefined,
  owner: Omit<PasswordOwner, 'siteTitle'>,
): Promise<RestError | null> {
  if (password === undefined) return null
  const refusal = await refusePassword(password, { ...owner, siteTitle: shop.settings().siteTitle })
  return refusal === null ? null : invalidFields({ password: passwordRefusalTexts[refusal] })
}
