import { adminAccess, can, type Role } from '../../../platform/access/permissions.ts'
import type { AuthSession } from '../auth-session.ts'
import type { AccountSettings } from '../settings.ts'
import type { KnownDevice } from '../sign-in/known-device.ts'

type Demand = Pick<AccountSettings, 'requireSecondFactor'>

export const isSecondFactorRequired = ({ requireSecondFactor }: Demand, user: { readonly role: Role }): boolean =>
  requireSecondFactor && can(user, adminAccess)

/** Whether this session must set up a second factor before it can use the back office. */
export const mustSetUpSecondFactor = (settings: Demand, { user, hasSecondFactor }: AuthSession): boolean =>
  !hasSecondFactor && isSecondFactorRequired(settings, user)

/** A stolen password must not suffice to set up a second factor, except in a browser that has signed in before. */
export const mustProveMailbox = (settings: Demand, session: AuthSession, device: KnownDevice | null): boolean =>
  mustSetUpSecondFactor(settings, session) && !device?.userIds.includes(session.user.id)
