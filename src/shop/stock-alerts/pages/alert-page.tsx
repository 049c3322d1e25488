import type { ReactNode } from 'react'
import { ButtonLink, Submit } from '../../../platform/ui/buttons.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { AlertSubject } from '../messages/alert-subject.ts'
import styles from './stock-alerts.module.css'

export type AlertState = 'unconfirmed' | 'waiting' | 'notified'

type AlertPageProps = { readonly subject: AlertSubject; readonly state: AlertState; readonly token: string }

/** The page behind email links. Mail scanners open links, so confirming and stopping need a button. */
export const AlertPage = ({ subject: { name, href }, state, token }: AlertPageProps) => (
  <Frame title={titles[state]}>
    <p>
      {texts[state][0]} <a href={href}>{name}</a> {texts[state][1]}
    </p>
    <form method="post" action={hrefs.stockAlert(token)} className={styles.buttons}>
      {state === 'unconfirmed' && <Submit name="confirm" value="1" label="Yes, tell me" />}
      {state !== 'unconfirmed' && <ToShop />}
      <Submit
        variant="secondary"
        name="stop"
        value="1"
        label={state === 'unconfirmed' ? 'No, thanks' : 'No more emails of this kind'}
      />
    </form>
  </Frame>
)

const titles: Readonly<Record<AlertState, string>> = {
  unconfirmed: 'Shall we tell you?',
  waiting: 'We will tell you',
  notified: 'We have told you',
}

const texts: Readonly<Record<AlertState, readonly [before: string, after: string]>> = {
  unconfirmed: ['Do you want one email when', 'is back in stock?'],
  waiting: ['You get one email when', 'is back in stock.'],
  notified: ['You asked for one email when', 'is back in stock, and we have sent it.'],
}

export const StoppedPage = () => (
  <Frame title="No more emails">
    <p>You get no emails about what is back in stock, until you ask for one again.</p>
    <ToShop />
  </Frame>
)

export const ExpiredAlertPage = () => (
  <Frame title="Nothing is waiting here">
    <p>This link has expired, or the request was stopped. You get no email from it.</p>
    <ToShop />
  </Frame>
)

const ToShop = () => <ButtonLink href={hrefs.shop()} label="Go to the shop" />

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="content" className={styles.page}>
    <h1>{title}</h1>
    {children}
  </main>
)
