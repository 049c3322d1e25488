import { z } from 'zod'
import { staffRoles } from '../../../platform/access/permissions.ts'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { toEmail } from '../../../platform/rest/fields.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { usersManage } from '../../identity/capabilities.ts'
import type { StaffShop } from '../change-people.ts'
import {
  type Invitation,
  type InvitationProblem,
  invite,
  readInvitation,
  readInvitations,
  resendInvitation,
  withdrawInvitation,
} from '../invitations.ts'
import { actorOf } from './users.ts'

const links = z.array(z.strictObject({ href: z.string() }))
const invitationSchema = z.strictObject({
  id: z.int(),
  email: z.string(),
  role: z.enum(staffRoles),
  invited_by: z.int(),
  invited_by_name: z.string(),
  date_sent_gmt: z.string(),
  date_expires_gmt: z.string(),
  is_expired: z.boolean(),
  _links: z.strictObject({ self: links, collection: links }),
})
export type InvitationJson = z.infer<typeof invitationSchema>

const invitationJson = (invitation: Invitation, { url, now }: Pick<Platform, 'url' | 'now'>): InvitationJson => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy,
  invited_by_name: invitation.inviter,
  date_sent_gmt: toGmtIso(invitation.sentAt),
  date_expires_gmt: toGmtIso(invitation.expiresAt),
  is_expired: invitation.expiresAt <= now(),
  _links: {
    self: [{ href: url + hrefs.restInvitation(invitation.id) }],
    collection: [{ href: url + paths.restInvitations }],
  },
})

const email = z.string().transform(toEmail)
const fields = z.object({ email, role: z.enum(staffRoles) })

const fieldError = (code: string, message: string): RestError => ({
  status: 409,
  code,
  message,
  data: { params: { email: message } },
})
const problems: Readonly<Record<InvitationProblem, RestError>> = {
  forbidden: {
    status: 403,
    code: 'rest_cannot_create_user',
    message: 'Sorry, you are not allowed to create new users.',
  },
  gone: { status: 404, code: 'samovar_rest_invitation_invalid_id', message: 'Invalid ID.' },
  'mail-off': fieldError('samovar_rest_invitation_mail_off', 'The email with invitations is switched off under Mail.'),
  'already-staff': fieldError(
    'samovar_rest_already_staff',
    'This person works here already. Change their role instead.',
  ),
  'already-invited': fieldError(
    'samovar_rest_already_invited',
    'This address has an invitation already: send it again, or withdraw it.',
  ),
}

const common = {
  capability: usersManage,
  response: invitationSchema,
  denied: { code: 'rest_cannot_create_user', message: 'Sorry, you are not allowed to create new users.' },
} as const
const byPeople = { ...common, sessionOnly: true, recordsItself: true } as const

type Changed = Awaited<ReturnType<typeof invite>>

async function answer(shop: StaffShop, changed: Changed, status?: 201): Promise<RestResult> {
  if (!changed.ok) return problems[changed.problem]
  const invitation = await readInvitation(shop.db, changed.id)
  if (!invitation) return problems.gone
  return { json: invitationJson(invitation, shop), ...(status ? { status } : {}) }
}

export const invitationCalls = [
  defineCall({
    ...common,
    summary: 'Lists open invitations',
    method: 'GET',
    path: paths.restInvitations,
    action: 'list',
    response: z.array(invitationSchema),
    handler: async (shop: StaffShop) => ({
      json: (await readInvitations(shop.db)).map((invitation) => invitationJson(invitation, shop)),
    }),
  }),
  defineCall({
    ...byPeople,
    summary: 'Creates a staff invitation and sends it by email',
    method: 'POST',
    path: paths.restInvitations,
    body: fields,
    handler: async (shop: StaffShop, { body, principal }) =>
      answer(shop, await invite(shop, actorOf(principal), body), 201),
  }),
  defineCall({
    ...byPeople,
    summary: 'Resends an invitation with a new link',
    method: 'POST',
    action: 'edit',
    path: '/wp-json/samovar/v1/invitations/:invitation{[0-9]+}/mail',
    handler: async (shop: StaffShop, { id, principal }) =>
      answer(shop, await resendInvitation(shop, actorOf(principal), id)),
  }),
  defineCall({
    ...byPeople,
    summary: 'Withdraws an invitation and invalidates its link',
    method: 'DELETE',
    path: '/wp-json/samovar/v1/invitations/:invitation{[0-9]+}',
    async handler(shop: StaffShop, { id, principal }): Promise<RestResult> {
      const before = await readInvitation(shop.db, id)
      const changed = await withdrawInvitation(shop, actorOf(principal), id)
      if (!changed.ok) return problems[changed.problem]
      return before ? { json: invitationJson(before, shop) } : problems.gone
    },
  }),
]
