import type { MailChoice } from '../../../../people/privacy/mail-choices.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import frameStyles from './account-frame.module.css'
import bookStyles from './address-book.module.css'

type MailChoicesPageProps = {
  readonly choices: readonly MailChoice[]
  readonly email: string
  readonly nonce: { readonly name: string; readonly value: string }
}

/** /my-account/mail-choices/ */
export function MailChoicesPage({ choices, email, nonce }: MailChoicesPageProps) {
  const always = 'Emails about your orders and the safety of your account always come: you need them.'
  if (choices.length === 0)
    return (
      <p className={styles.lead}>
        {always} We send no others to {email} at present.
      </p>
    )
  return (
    <form action={paths.accountMailChoices} method="post" className={styles.form}>
      <p className={styles.lead}>{always}</p>
      <fieldset className={styles.group}>
        <legend>Also write to {email}</legend>
        {choices.map(({ id, label, isWanted }) => (
          <label key={id} className={bookStyles.tick}>
            <input type="checkbox" name={`mail_${id}`} value="1" defaultChecked={isWanted} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <input type="hidden" name={nonce.name} value={nonce.value} />
      <p className={styles.save}>
        <button type="submit" className={button.primary} name="save_mail_choices" value="Save choices">
          Save choices
        </button>
      </p>
    </form>
  )
}

type UnsubscribePageProps = {
  readonly link: {
    readonly key: string
    readonly email: string
    readonly label: string
    readonly state: 'asks' | 'stopped' | 'wanted'
  } | null
}

const heading = { asks: 'Stop these emails?', stopped: 'We stopped these emails', wanted: 'You get these emails again' }

/** The page of the link in an optional email. */
export function UnsubscribePage({ link }: UnsubscribePageProps) {
  if (!link)
    return (
      <main id="content" className={frameStyles.page}>
        <h1 className={frameStyles.title}>This link does not work</h1>
        <p>
          It may have been cut off by your mail program. You can choose your emails{' '}
          <a href={paths.accountMailChoices}>in your account</a>.
        </p>
      </main>
    )
  const { key, email, label, state } = link
  const isStopped = state === 'stopped'
  return (
    <main id="content" className={frameStyles.page}>
      <h1 className={frameStyles.title}>{heading[state]}</h1>
      <p role={state === 'asks' ? undefined : 'status'}>
        “{label}”, to {email}. Emails about your orders and your account come in any case.
      </p>
      <form method="post" action={hrefs.unsubscribe(key)}>
        {isStopped && <input type="hidden" name="resubscribe" value="1" />}
        <button type="submit" className={isStopped ? button.secondary : button.primary}>
          {isStopped ? 'Send them again' : 'Stop these emails'}
        </button>
      </form>
    </main>
  )
}
