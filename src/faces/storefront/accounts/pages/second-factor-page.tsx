import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { button } from '../../../../platform/ui/button.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { FormRow } from './form-row.tsx'
import security from './security.module.css'

type SetUpPageProps = {
  readonly secret: string
  readonly uri: string
  readonly error: ReactNode
  readonly isRequired: boolean
  readonly nonce: { readonly name: string; readonly value: string }
}

/** Teaches the app the secret, and asks for a first code. */
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
          <FormRow
            {...{ name: 'authcode', label: 'Code', autoComplete: 'one-time-code', maxLength: 10 }}
            error={typeof error === 'string' ? error : undefined}
          />
          <input type="hidden" name={nonce.name} value={nonce.value} />
          <p className={styles.save}>
            <button type="submit" className={button.primary}>
              Switch on
            </button>
            <a href={paths.accountSignIns}>Not now</a>
          </p>
          <p className={styles.hint}>Then you get ten recovery codes, and your other devices are signed out.</p>
        </form>
      </li>
    </ol>
  </>
)

/** A QR code, drawn as one path. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={security.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for your app">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

type RecoveryCodesPageProps = {
  readonly codes: readonly string[]
  readonly siteTitle: string
  readonly email: string
}

/** The recovery codes, this one time. */
export function RecoveryCodesPage({ codes, siteTitle, email }: RecoveryCodesPageProps) {
  const text = `Recovery codes of ${email} for ${siteTitle}. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <>
      <p role="status" data-notice="">
        Your second factor is on. These ten codes let you in when your phone is lost or broken; each works once.{' '}
        <strong>Keep them now: they are not shown again.</strong>
      </p>
      <p className={styles.hint}>
        {siteTitle}, {email}
      </p>
      <ul className={security.codes} id="recovery-codes" data-text={text}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={`${security.buttons} ${security.notPrinted}`}>
        <a
          className={button.secondary}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download as text
        </a>
        <button type="button" className={button.secondary} data-recovery="copy" hidden>
          Copy
        </button>
        <button type="button" className={button.secondary} data-recovery="print" hidden>
          Print
        </button>
        <a className={button.primary} href={paths.accountSignIns}>
          I have kept them
        </a>
      </p>
    </>
  )
}
