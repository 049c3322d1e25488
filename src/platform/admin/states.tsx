import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { hrefs } from '../web/routes.ts'
import { useAdminContext } from './admin-context.tsx'
import controls from './controls.module.css'
import { RestError } from './rest.client.ts'
import styles from './states.module.css'

const failureTexts = {
  offline: 'The shop cannot be reached. Your connection may be down.',
  'signed-out': 'You are no longer signed in.',
  other: 'Something went wrong on this screen.',
}

/** Error message with an optional retry button. */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const failure = error instanceof RestError ? error.failure : null
  const signIn = hrefs.login(location.pathname + location.search)
  return (
    <div role="alert" className={styles.problem}>
      <Icon name="alert" />
      <div>
        <p>{failure?.kind === 'refused' ? failure.message : failureTexts[failure?.kind ?? 'other']}</p>
        {failure?.kind === 'signed-out' ? (
          <a className={controls.button} href={signIn}>
            Sign in again
          </a>
        ) : (
          retry && (
            <button type="button" className={controls.button} onClick={retry}>
              Try again
            </button>
          )
        )}
      </div>
    </div>
  )
}

/** Empty state with an explanation. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Icon name="leaf" size={40} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** Loading placeholder for a line of text. */
export function Skeleton({ width }: { width: string }) {
  return <span className={styles.skeleton} style={{ width }} />
}

/** What `GET href` answers, cached under `queryKey`. */
export function useRest<T>(queryKey: QueryKey, href: string) {
  const { rest } = useAdminContext()
  return useQuery({ queryKey, queryFn: ({ signal }) => rest.get<T>(href, signal) })
}

type QueryStateProps = { readonly query: UseQueryResult; readonly placeholder?: ReactNode }

/** Error or loading placeholder of a query; nothing once it has data. */
export const QueryState = ({ query, placeholder = <Skeleton width="320px" /> }: QueryStateProps) => (
  <>
    {query.isError && <ErrorState error={query.error} retry={() => void query.refetch()} />}
    {query.isPending && placeholder}
  </>
)
