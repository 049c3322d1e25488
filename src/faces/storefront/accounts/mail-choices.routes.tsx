import { type Context, Hono } from 'hono'
import { currentUser } from '../../../people/identity/auth-session.ts'
import {
  type MailChoice,
  optionalMessages,
  readMailChoices,
  saveMailChoices,
} from '../../../people/privacy/mail-choices.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { paths } from '../../../platform/web/routes.ts'
import { readUnsubscribeKey } from '../../../things/messages/opt-outs.store.ts'
import { type AccountRequest, accountClass, accountForm, type Fields } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { MailChoicesPage, UnsubscribePage } from './pages/mail-choices-page.tsx'

const NONCE = 'save-mail-choices-nonce'

export function mailChoiceRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountForm(app, shop, {
    path: paths.accountMailChoices,
    nonceField: NONCE,
    show: choicesPage,
    async submit(request, fields) {
      const { id: userId, email } = request.user
      await saveMailChoices(shop, { email, userId, choices: await choicesOf(request, fields), place: 'Emails' })
      return request.redirect(paths.accountMailChoices, { kind: 'success', text: 'Your choices are saved.' })
    },
  })
  app.get(paths.unsubscribe, (context) => {
    const link = linkOf(context, shop)
    return unsubscribePage(context, link && { ...link, state: 'asks' })
  })

  // Mail programs send this request without a session (RFC 8058): the key in the URL is the permission.
  app.post(paths.unsubscribe, async (context) => {
    const link = linkOf(context, shop)
    if (!link) return unsubscribePage(context, null)
    const isWanted = (await formFields(context)).resubscribe !== undefined
    const user = await currentUser(context, shop)
    const userId = user?.email === link.email ? user.id : null
    const choice: MailChoice = { id: link.template, label: link.label, isWanted }
    await saveMailChoices(shop, { email: link.email, userId, choices: [choice], place: 'Link in an email' })
    return unsubscribePage(context, { ...link, state: isWanted ? 'wanted' : 'stopped' })
  })

  return app
}

async function choicesOf({ shop, user }: AccountRequest, typed?: Fields): Promise<MailChoice[]> {
  const stored = await readMailChoices(shop, user.email, optionalMessages(shop.messages.types, shop.settings()))
  if (!typed) return stored
  return stored.map((choice) => ({ ...choice, isWanted: typed[`mail_${choice.id}`] !== undefined }))
}

async function choicesPage(request: AccountRequest, notices: NoticeList, typed?: Fields) {
  const { user, nonce, render } = request
  const choices = await choicesOf(request, typed)
  const body = <MailChoicesPage choices={choices} email={user.email} nonce={nonce(NONCE)} />
  return render({ section: 'mail-choices', title: 'Emails', notices, body })
}

/** What the key in the URL unsubscribes from. Null if it is not ours, or that type of email no longer exists. */
function linkOf(context: Context, shop: AccountContext) {
  const key = context.req.query('key') ?? ''
  const link = readUnsubscribeKey(shop.secret, key)
  const type = shop.messages.types.find(({ id }) => id === link?.template)
  return link && type?.optional ? { ...link, key, label: type.optional.label } : null
}

function unsubscribePage(context: Context, link: Parameters<typeof UnsubscribePage>[0]['link']) {
  // Keeps the key in the URL from other sites.
  context.header('referrer-policy', 'same-origin')
  return context.render({
    title: 'Emails',
    bodyClass: accountClass,
    noIndex: true,
    status: link ? 200 : 404,
    body: <UnsubscribePage link={link} />,
  })
}
