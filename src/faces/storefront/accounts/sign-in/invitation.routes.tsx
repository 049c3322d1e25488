import { type Context, Hono } from 'hono'
import { collapseWhitespace } from '../../../../people/addresses/address.ts'
import { ownWords, refusePassword } from '../../../../people/identity/passwords/new-password.ts'
import { type PasswordRefusal, passwordRefusalTexts } from '../../../../people/identity/passwords/password-rules.ts'
import { acceptInvitation, findInvitation } from '../../../../people/staff/invitations.ts'
import {
  type AcceptanceErrors,
  AcceptInvitationPage,
  ExpiredInvitationPage,
} from '../../../../people/staff/pages/accept-invitation-page.tsx'
import { isEmail } from '../../../../platform/email-address.ts'
import { formFields } from '../../../../platform/web/form.ts'
import { deleteKeyCookie, readKeyCookie } from '../../../../platform/web/key-cookie.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { AccountContext } from '../context.ts'
import { signInAgain } from './finish-sign-in.ts'
import { declareLinkKey, linkPage, moveLinkKey } from './mailed-link.tsx'

export const invitationCookie = declareLinkKey('wp-invitation', 'holds the key of an invitation to the staff')
const cookie = { ...invitationCookie, path: paths.staffInvitation }

const MAX_NAME_LENGTH = 100

export function invitationRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  app.get(paths.staffInvitation, async (context) => {
    const key = context.req.query('key')
    if (key === undefined) return acceptPage(context, shop, readKeyCookie(context, cookie), null)
    if (!(await findInvitation(shop.db, key, shop.now()))) return endedPage(context)
    return moveLinkKey(context, shop, cookie, { key })
  })

  app.post(paths.staffInvitation, async (context) => {
    const fields = await formFields(context)
    const key = fields.invitation_key || readKeyCookie(context, cookie)
    const { password_1: password = '' } = fields
    const name = collapseWhitespace(fields.account_display_name ?? '')
    const invitation = await findInvitation(shop.db, key, shop.now())
    if (!invitation) return endedPage(context)
    const owner = { email: invitation.email, name, siteTitle: shop.settings().siteTitle }
    const errors = errorsOf(name, await refusePassword(password, owner))
    if (errors) return acceptPage(context, shop, key, { name, errors })
    const accepted = await acceptInvitation(shop, { key, name, password })
    if (!accepted) return endedPage(context)
    deleteKeyCookie(context, cookie)
    const { email } = accepted
    return signInAgain(context, shop, { email, password, redirectTo: paths.admin, isMailboxProved: true })
  })

  return app
}

function nameErrorOf(name: string): string | undefined {
  if (name === '') return 'Enter your name.'
  if (name.length > MAX_NAME_LENGTH) return `A name can have ${MAX_NAME_LENGTH} characters at most.`
  return isEmail(name) ? 'Your name is seen by others: please choose one that is not your email address.' : undefined
}

function errorsOf(typedName: string, refusal: PasswordRefusal | null): AcceptanceErrors | null {
  const name = nameErrorOf(typedName)
  const password = refusal === null ? undefined : passwordRefusalTexts[refusal]
  return name === undefined && password === undefined ? null : { name, password }
}

type Typed = { readonly name: string; readonly errors: AcceptanceErrors }

async function acceptPage(context: Context, shop: AccountContext, key: string, typed: Typed | null) {
  const invitation = await findInvitation(shop.db, key, shop.now())
  if (!invitation) return endedPage(context)
  const { siteTitle } = shop.settings()
  const owner = { email: invitation.email, name: typed?.name ?? invitation.name, siteTitle }
  const form = { ...owner, errors: typed?.errors ?? {}, ownWords: ownWords(owner) }
  const body = <AcceptInvitationPage {...invitation} {...form} invitationKey={key} />
  return linkPage(context, { title: `Welcome to ${siteTitle}`, body, status: typed ? 422 : 200 })
}

const endedPage = (context: Context) =>
  linkPage(context, { title: 'This invitation has ended', body: <ExpiredInvitationPage />, status: 404 })
