import { encode } from 'uqr'
import type { FormNonce } from '../../../../people/identity/form-nonce.tsx'
import { button } from '../../../../platform/ui/button.tsx'
import { ButtonLink, Submit } from '../../../../platform/ui/buttons.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { FormRow } from './form-row.tsx'
import security from './security.module.css'

type SetUpPageProps = { secret: string; uri: string; error: string | undefined; isRequired: boolean; nonce: FormNonce }

export const SetUpPage = ({ secret, uri, error, isRequired, nonce }: SetUpPageProps) => (
  <>
    <p className={styles.lead}>
      {isRequired && 'This shop asks everyone who works in it for a second factor before the back office opens. '}
      You need an authenticator app on your phone, such as 2FAS, Aegis, or the one of your password manager.
    </p>
    <ol className={security.steps}>
      <li>
        Scan this picture with the app.
        <QrCode text={uri} />
        <details>
          <summary>You cannot scan it?</summary>
          <p>
            Add an account in the app by hand, with this key: <code className={security.secret}>{secret}</code>. It
            counts time, with six digits every 30 seconds.
          </p>
          <p>
            On this phone: <a href={uri}>open the app</a>.
          </p>
        </details>
      </li>
      <li>
        Enter the six digits that the app shows now.
        <form className={styles.form} action={paths.accountSecondFactor} method="post" noValidate>
          <FormRow name="authcode" label="Code" autoComplete="one-time-code" maxLength={10} error={error} />
          <input type="hidden" name={nonce.name} value={nonce.value} />
          <p className={styles.save}>
            <Submit label="Switch on" />
            <a href={paths.accountSignIns}>Not now</a>
          </p>
          <p className="soft-small">Then you get ten recovery codes, and your other devices are signed out.</p>
        </form>
      </li>
    </ol>
  </>
)

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={security.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for your app">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

type RecoveryCodesPageProps = { readonly codes: readonly string[]; readonly siteTitle: string; readonly email: string }

export function RecoveryCodesPage({ codes, siteTitle, email }: RecoveryCodesPageProps) {
  const text = `Recovery codes of ${email} for ${siteTitle}. Each works once.\n\n${codes.join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  return (
    <>
      <p role="status" data-notice="">
        Your second factor is on. These ten codes let you in when your phone is lost or broken; each works once.{' '}
        <strong>Keep them now: they are not shown again.</strong>
      </p>
      <p className="soft-small">
        {siteTitle}, {email}
      </p>
      <ul className={security.codes} id="recovery-codes" data-text={text}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={`not-printed ${styles.actions}`}>
        <ButtonLink variant="secondary" href={file} download="recovery-codes.txt" label="Download as text" />
        <button type="button" className={button.secondary} data-recovery="copy" hidden>
          Copy
        </button>
        <button type="button" className={button.secondary} data-recovery="print" hidden>
          Print
        </button>
        <ButtonLink href={paths.accountSignIns} label="I have kept them" />
      </p>
    </>
  )
}

type ProveMailboxPageProps = { email: string; isAsked: boolean; error: string | undefined; nonce: FormNonce }

/** Staff on an unknown browser enter a code from their mailbox before they set up the second factor. */
export function ProveMailboxPage({ email, isAsked, error, nonce }: ProveMailboxPageProps) {
  const hidden = <input type="hidden" name={nonce.name} value={nonce.value} />
  return (
    <>
      <p className={styles.lead}>
        This shop asks everyone who works in it for a second factor. You have not signed in with this browser before, so
        please confirm first that it is you.
      </p>
      {isAsked && (
        <>
          <p role="status" data-notice="">
            Six digits are on their way to {email}. It can take a few minutes.
          </p>
          <form className={styles.form} action={paths.accountSecondFactor} method="post" noValidate>
            <FormRow
              name="code"
              label="Six digits from the email"
              autoComplete="one-time-code"
              maxLength={12}
              hint="They work in this browser, for ten minutes."
              error={error}
            />
            {hidden}
            <p className={styles.save}>
              <Submit name="step" value="enter-digits" label="Continue" />
            </p>
          </form>
        </>
      )}
      <form className={styles.form} action={paths.accountSecondFactor} method="post">
        {!isAsked && <p>We send six digits to {email}.</p>}
        {hidden}
        <p className={styles.save}>
          <Submit
            variant={isAsked ? 'tertiary' : 'primary'}
            name="step"
            value="mail-digits"
            label={isAsked ? 'Send another email' : 'Send the digits'}
          />
        </p>
      </form>
    </>
  )
}
