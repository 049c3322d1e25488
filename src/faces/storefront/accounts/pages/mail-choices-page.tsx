import type { FormNonce } from '../../../../people/identity/form-nonce.tsx'
import type { MailChoice } from '../../../../people/privacy/mail-choices.ts'
import { Submit } from '../../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { TitledMain } from './account-frame.tsx'

type MailChoicesPageProps = { choices: readonly MailChoice[]; email: string; nonce: FormNonce }

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
          <label key={id} className={styles.tick}>
            <input type="checkbox" name={`mail_${id}`} value="1" defaultChecked={isWanted} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <input type="hidden" name={nonce.name} value={nonce.value} />
      <p className={styles.save}>
        <Submit name="save_mail_choices" value="Save choices" label="Save choices" />
      </p>
    </form>
  )
}

type UnsubscribePageProps = {
  readonly link: (Readonly<Record<'key' | 'email' | 'label', string>> & { readonly state: keyof typeof heading }) | null
}

const heading = { asks: 'Stop these emails?', stopped: 'We stopped these emails', wanted: 'You get these emails again' }

export function UnsubscribePage({ link }: UnsubscribePageProps) {
  if (!link)
    return (
      <TitledMain title="This link does not work">
        <p>
          It may have been cut off by your mail program. You can choose your emails{' '}
          <a href={paths.accountMailChoices}>in your account</a>.
        </p>
      </TitledMain>
    )
  const { key, email, label, state } = link
  const isStopped = state === 'stopped'
  return (
    <TitledMain title={heading[state]}>
      <p role={state === 'asks' ? undefined : 'status'}>
        “{label}”, to {email}. Emails about your orders and your account come in any case.
      </p>
      <form method="post" action={hrefs.unsubscribe(key)}>
        {isStopped && <input type="hidden" name="resubscribe" value="1" />}
        <Submit
          variant={isStopped ? 'secondary' : 'primary'}
          label={isStopped ? 'Send them again' : 'Stop these emails'}
        />
      </form>
    </TitledMain>
  )
}
