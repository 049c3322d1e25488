import type { Passkey } from '../../../../people/identity/factors/passkeys.ts'
import type { ActiveSignIn } from '../../../../people/identity/sign-in/sign-ins.ts'
import { formatShopDateTime, formatShopDay } from '../../../../platform/time/shop-time.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { PasskeyList } from './passkey-list.tsx'
import security from './security.module.css'

export type Nonce = { readonly name: string; readonly value: string }

type SignInsPageProps = {
  readonly signIns: readonly ActiveSignIn[]
  readonly passkeys: readonly Passkey[]
  /** Without password and passkey, signing in needs an email each time: adding a passkey is the first thing offered. */
  readonly needsPasskey: boolean
  /** Where passkeys work; null: not at the address of this request. */
  readonly passkeyUrl: string | null
  readonly publicUrl: string
  readonly hasSecondFactor: boolean
  /** How many are left. */
  readonly recoveryCodes: number
  /** The shop asks this person for a second factor. */
  readonly isRequired: boolean
  readonly now: Date
  readonly nonces: { readonly signIns: Nonce; readonly secondFactor: Nonce; readonly passkeys: Nonce }
}

/** /my-account/sign-ins/: second factor, passkeys, and the devices that are signed in. */
export function SignInsPage({ signIns, now, nonces, ...props }: SignInsPageProps) {
  const { passkeys, needsPasskey, passkeyUrl, publicUrl, ...secondFactor } = props
  const passkeyList = <PasskeyList {...{ passkeys, needsPasskey, passkeyUrl, publicUrl }} nonce={nonces.passkeys} />
  return (
    <div className={security.sections}>
      {needsPasskey && passkeyList}
      <SecondFactor {...secondFactor} nonce={nonces.secondFactor} />
      {!needsPasskey && passkeyList}
      <section aria-labelledby="devices">
        <h2 id="devices" className={styles.title}>
          Where you are signed in
        </h2>
        <ul className={security.list}>
          {signIns.map((signIn) => (
            <SignIn key={signIn.id} {...{ signIn, now }} nonce={nonces.signIns} />
          ))}
        </ul>
        <form action={paths.accountSignIns} method="post">
          <input type="hidden" name={nonces.signIns.name} value={nonces.signIns.value} />
          <button type="submit" className={button.secondary} name="everywhere" value="1">
            Sign out everywhere
          </button>
          <p className={styles.hint}>
            This signs you out on this device, too.
            {secondFactor.hasSecondFactor && ' Every device is asked for your second factor again.'}
          </p>
        </form>
      </section>
    </div>
  )
}

function SignIn({ signIn, now, nonce }: { signIn: ActiveSignIn; now: Date; nonce: Nonce }) {
  const { id, device, signedInAt, lastActiveAt, isCurrent } = signIn
  return (
    <li className={security.item}>
      <span className={security.what}>
        <strong>{device}</strong>
        {isCurrent && <span className={security.mark}>This one</span>}
        <span className={styles.hint}>
          Signed in {formatShopDateTime(signedInAt)}, {isCurrent ? 'in use now' : lastUsed(lastActiveAt, now)}
        </span>
      </span>
      {!isCurrent && (
        <form action={paths.accountSignIns} method="post">
          <input type="hidden" name={nonce.name} value={nonce.value} />
          <button
            type="submit"
            className={button.tertiary}
            name="session"
            value={id}
            aria-label={`End the sign-in with ${device} of ${formatShopDateTime(signedInAt)}`}
          >
            End
          </button>
        </form>
      )}
    </li>
  )
}

const HOUR_MS = 3_600_000

/** The last use is known to the hour. */
function lastUsed(at: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR_MS)
  if (hours < 2) return 'used in the last two hours'
  return hours < 24 ? `last used ${hours} hours ago` : `last used on ${formatShopDay(at)}`
}

type SecondFactorProps = Pick<SignInsPageProps, 'hasSecondFactor' | 'recoveryCodes' | 'isRequired'>

const SecondFactor = ({ hasSecondFactor, recoveryCodes, isRequired, nonce }: SecondFactorProps & { nonce: Nonce }) => (
  <section aria-labelledby="second-factor">
    <h2 id="second-factor" className={styles.title}>
      Second factor
    </h2>
    {hasSecondFactor ? (
      <>
        <p>
          <strong>On.</strong> After your password we ask for a code of your app.{' '}
          {recoveryCodes === 1 ? 'One recovery code is left.' : `${recoveryCodes} recovery codes are left.`}
        </p>
        <form action={paths.accountSecondFactor} method="post" className={security.buttons}>
          <input type="hidden" name={nonce.name} value={nonce.value} />
          <button type="submit" className={button.secondary} name="step" value="new-codes">
            Make new recovery codes
          </button>
          <button type="submit" className={button.tertiary} name="step" value="switch-off">
            Switch off
          </button>
        </form>
      </>
    ) : (
      <>
        <p>
          <strong>Off.</strong> With it a stolen password opens nothing: after the password we ask for a code that an
          app on your phone shows.
          {isRequired && ' This shop asks everyone who works in it for one, before the back office opens.'}
        </p>
        <p className={security.buttons}>
          <a className={button.secondary} href={paths.accountSecondFactor}>
            Set up a second factor
          </a>
        </p>
      </>
    )}
  </section>
)
