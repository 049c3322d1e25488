import { type Context, Hono } from 'hono'
import { currentUser } from '../../../people/identity/auth-session.ts'
import {
  type MailChoice,
  optionalMessages,
  readMailChoices,
  saveMailChoices,
} from '../../../people/privacy/mail-choices.ts'
import { setFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { paths } from '../../../platform/web/routes.ts'
import { readUnsubscribeKey } from '../../../things/messages/opt-outs.store.ts'
import { accountClass, accountForm, accountPage, formNonce, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { MailChoicesPage, UnsubscribePage } from './pages/mail-choices-page.tsx'

const NONCE = 'save-mail-choices-nonce'

/** Which emails a customer wants, and the link in each optional one that stops it. */
export function mailChoiceRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  const choicesOf = (email: string) =>
    readMailChoices(shop, email, optionalMessages(shop.messages.types, shop.settings()))

  accountPage(app, shop, paths.accountMailChoices, async (context, session) =>
    renderAccountPage(context, shop, session, {
      ...{ section: 'mail-choices', title: 'Emails' },
      body: (
        <MailChoicesPage
          choices={await choicesOf(session.user.email)}
          email={session.user.email}
          nonce={{ name: NONCE, value: formNonce(shop, session, NONCE) }}
        />
      ),
    }),
  )

  accountForm(app, shop, paths.accountMailChoices, {
    nonceField: NONCE,
    async submit(context, { user }, fields) {
      const choices = (await choicesOf(user.email)).map((choice) => ({
        ...choice,
        isWanted: fields[`mail_${choice.id}`] !== undefined,
      }))
      await saveMailChoices(shop, { email: user.email, userId: user.id, choices, place: 'Emails' })
      setFlash(context, shop, [{ kind: 'success', text: 'Your choices are saved.' }])
      return context.redirect(paths.accountMailChoices, 303)
    },
    again: async (context, session, fields, notices) =>
      renderAccountPage(context, shop, session, {
        ...{ section: 'mail-choices', title: 'Emails', notices },
        body: (
          <MailChoicesPage
            choices={(await choicesOf(session.user.email)).map((choice) => ({
              ...choice,
              isWanted: fields[`mail_${choice.id}`] !== undefined,
            }))}
            email={session.user.email}
            nonce={{ name: NONCE, value: formNonce(shop, session, NONCE) }}
          />
        ),
      }),
  })

  app.get(paths.unsubscribe, (context) => {
    const link = linkOf(context, shop)
    return unsubscribePage(context, link && { ...link, state: 'asks' })
  })

  // Mail programs send it without being signed in (RFC 8058): the key in the address is the permission.
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

/** What the key in the address stops; null if it is not ours, or that type of email is gone. */
function linkOf(context: Context, shop: AccountContext) {
  const key = context.req.query('key') ?? ''
  const link = readUnsubscribeKey(shop.secret, key)
  const type = shop.messages.types.find(({ id }) => id === link?.template)
  return link && type?.optional ? { ...link, key, label: type.optional.label } : null
}

function unsubscribePage(context: Context, link: Parameters<typeof UnsubscribePage>[0]['link']) {
  // The key in the address is told to no other site.
  context.header('referrer-policy', 'same-origin')
  return context.render({
    ...{ title: 'Emails', bodyClass: accountClass, noIndex: true, status: link ? 200 : 404 },
    body: <UnsubscribePage link={link} />,
  })
}
