import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { Button } from '../../../../platform/admin/parts.tsx'
import { RestError } from '../../../../platform/admin/rest.client.ts'
import states from '../../../../platform/admin/states.module.css'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineWords } from '../words.ts'

const useWords = defineWords({
  offline: [
    'The shop cannot be reached. Your connection may be down.',
    'La boutique est injoignable. Votre connexion est peut-être coupée.',
  ],
  'signed-out': [
    'You were signed out. Sign in again as {name} in another tab, then try once more: everything here stays.',
    'Vous avez été déconnecté. Reconnectez-vous comme {name} dans un autre onglet, puis réessayez : tout reste ici.',
  ],
  refused: ['{message}', 'La boutique a refusé : « {message} »'],
  down: ['The shop does not answer. Try again soon.', 'La boutique ne répond pas. Réessayez bientôt.'],
  other: ['Something went wrong. Try again.', 'Quelque chose n’a pas fonctionné. Réessayez.'],
  signIn: ['Sign in again', 'Se reconnecter'],
  again: ['Try again', 'Réessayer'],
})

/** Error message of a failed call; `kept` has the variants that mention changes stored in the browser. */
export function useFailureText() {
  const words = useWords()
  const { user } = useAdminContext()
  return (error: Error | null, kept: Partial<typeof words> = {}): string => {
    const failure = error instanceof RestError ? error.failure : null
    const kind = failure?.kind === 'refused' && failure.status >= 500 ? 'down' : (failure?.kind ?? 'other')
    return (kept[kind] ?? words[kind]).replace('{name}', user.name).replace('{message}', error?.message ?? '')
  }
}

/** Opens a new tab, so that nothing in this one is lost. */
export const SignInLink = ({ className }: { readonly className?: string | undefined }) => (
  <a className={className} href={hrefs.login(location.pathname + location.search)} target="_blank" rel="noreferrer">
    {useWords().signIn}
  </a>
)

type ProblemProps = { readonly error: Error | null; readonly retry?: () => unknown }

/** Shows why a call failed; nothing without an error. */
export function Problem({ error, retry }: ProblemProps) {
  const words = useWords()
  const textOf = useFailureText()
  if (!error) return null
  return (
    <div role="alert" className={states.problem}>
      <Icon name="alert" />
      <div>
        <p>{textOf(error)}</p>
        {error instanceof RestError && error.failure.kind === 'signed-out' && (
          <SignInLink className={controls.button} />
        )}
        {retry && <Button label={words.again} onClick={retry} />}
      </div>
    </div>
  )
}
