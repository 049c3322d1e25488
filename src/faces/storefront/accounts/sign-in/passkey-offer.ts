import { supportsPasskeys } from '../../../../people/identity/auth.ts'
import type { AccountContext } from '../context.ts'

/** What a page of signing in needs to offer a passkey: nothing where the shop is at an IP address, which has none. */
export const passkeyOffer = ({ url }: Pick<AccountContext, 'url'>) =>
  supportsPasskeys(url)
    ? ({ passkeyUrl: url, scripts: ['src/people/identity/factors/passkeys.client.ts'] } as const)
    : ({ passkeyUrl: null, scripts: [] } as const)
