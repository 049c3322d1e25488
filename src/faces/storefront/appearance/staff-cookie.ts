import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { isStaff, type Role } from '../../../platform/access/permissions.ts'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'

/** Tells the script of cached pages to request the admin bar. It gives no rights. */
export const STAFF_COOKIE = 'samovar_staff'

export const staffCookie: CookieDeclaration = {
  name: STAFF_COOKIE,
  purpose: 'shows the bar of the staff on the pages of the shop',
  lifetime: '30 days, or until you sign out',
}

const MAX_AGE_SECONDS = 30 * 86_400

type Site = { readonly url: string }

/** Set with a new session. A customer who signs in after a staff member gets no bar. */
export function setStaffCookie(context: Context, { url }: Site, role: Role): void {
  const flags = { path: '/', sameSite: 'Lax', secure: url.startsWith('https:') } as const
  if (isStaff({ role })) setCookie(context, STAFF_COOKIE, '1', { ...flags, maxAge: MAX_AGE_SECONDS })
  else if (context.req.header('cookie')?.includes(STAFF_COOKIE)) deleteCookie(context, STAFF_COOKIE, flags)
}

export const dropStaffCookie = (context: Context): void => void deleteCookie(context, STAFF_COOKIE, { path: '/' })
