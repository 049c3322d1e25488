import { adminAccess, can, type Role } from '../../../platform/access/permissions.ts'
import type { AuthSession } from '../auth-session.ts'
import type { AccountSettings } from '../settings.ts'
import type { KnownDevice } from '../sign-in/known-device.ts'

type Demand = Pick<AccountSettings, 'requireSecondFactor'>

export const isSecondFactorRequired = ({ requireSecondFactor }: Demand, user: { readonly role: Role }): boolean =>
  requireSecondFactor && can(user, adminAccess)

/** Whether this session opens nothing of the back office until its owner has set up a second factor. */
export const mustSetUpSecondFactor = (settings: Demand, { user, hasSecondFactor }: AuthSession): boolean =>
  !hasSecondFactor && isSecondFactorRequired(settings, user)

/** Whoever has only the password would set up a factor of their own. Not in a browser that the account signed in with. */
export const mustProveMailbox = (settings: Demand, session: AuthSession, device: KnownDevice | null): boolean =>
  mustSetUpSecondFactor(settings, session) && !device?.userIds.includes(session.user.id)
