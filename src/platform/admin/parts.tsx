import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatShopDateTime } from '../time/shop-time.ts'
import { Icon } from '../ui/icon.tsx'
import { hrefs } from '../web/routes.ts'
import { useAdminContext } from './admin-context.tsx'
import badge from './badge.module.css'
import controls from './controls.module.css'
import { failureText, isMissing } from './failure-text.ts'
import { RestError } from './rest.client.ts'
import header from './screen-header.module.css'
import { useShortcuts } from './shortcuts.ts'
import states from './states.module.css'

export type Tone = 'gold' | 'sky' | 'leaf' | 'clay' | 'berry' | 'hollow'

export const Badge = ({ tone, children }: { tone?: Tone | undefined; children: string }) => (
  <span className={`${badge.badge} ${tone ? badge[tone] : ''}`}>{children}</span>
)

/** A `…_gmt` value in the shop’s time zone. */
export const Time = ({ gmt }: { gmt: string }) => <time dateTime={`${gmt}Z`}>{formatTime(gmt)}</time>

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  readonly kind?: 'button' | 'primary' | 'danger'
  readonly label?: ReactNode
  /** Its action is running: it cannot be pressed again, and says so. */
  readonly isBusy?: boolean
}

/** `type="button"` by default. Disabled with `aria-disabled`, so that it keeps the focus. */
export function Button({ kind = 'button', label, isBusy, disabled = isBusy, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={controls[kind]}
      aria-disabled={disabled || undefined}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {isBusy ? 'One moment …' : (label ?? children)}
    </button>
  )
}

export const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={controls.panel} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)

type FactProps = { readonly label: string; readonly className?: string | undefined; readonly children: ReactNode }

export const Fact = ({ label, className, children }: FactProps) =>
  children !== '' && (
    <div>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  )

type TableHeadProps = { readonly titles: readonly string[]; readonly className?: string; readonly endClass?: string }

/** Column headings of a table. `endClass` is for all but the first, whose values are numbers. */
export const TableHead = ({ titles, className, endClass }: TableHeadProps) => (
  <thead className={className}>
    <tr>
      {titles.map((title, index) => (
        <th key={title} scope="col" className={index > 0 ? endClass : undefined}>
          {title}
        </th>
      ))}
    </tr>
  </thead>
)

/** Parses a `…_gmt` time of the API, which is UTC without an offset. */
export const parseGmt = (time: string): Date => new Date(`${time}Z`)

export const formatTime = (time: string): string => formatShopDateTime(parseGmt(time))

type BackLink = { readonly to: string; readonly label: string }

type ScreenHeaderProps = {
  readonly title: string
  readonly children?: ReactNode
  readonly backLink?: BackLink
}

let isFirstScreen = true

/** Title of a screen. It is focused after navigation, so that screen readers announce it. The key `u` goes back. */
export function ScreenHeader({ title, children, backLink }: ScreenHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  useShortcuts((key) => {
    if (key !== 'u' || !backLink) return false
    void navigate(backLink.to)
    return true
  })
  useEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true })
    isFirstScreen = false
  }, [])
  return (
    <div className={header.head}>
      <title>{`${title} · Back office`}</title>
      {backLink && (
        <p className={header.up}>
          <Link to={backLink.to}>
            <Icon name="left" size={16} />
            {backLink.label}
          </Link>
        </p>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

type ErrorStateProps = {
  readonly error: Error
  readonly retry?: () => void
  /** The list of what could not be read, offered instead of `retry` if that does not exist. */
  readonly backLink?: BackLink | undefined
}

export function ErrorState({ error, retry, backLink }: ErrorStateProps) {
  const { user } = useAdminContext()
  const isSignedOut = error instanceof RestError && error.failure.kind === 'signed-out'
  const list = isMissing(error) ? backLink : undefined
  const signIn = hrefs.login(location.pathname + location.search)
  return (
    <div role="alert" className={states.problem}>
      <Icon name="alert" />
      <div>
        <p>
          {list
            ? 'There is nothing here. It may have been deleted, or the address is wrong.'
            : failureText(error, user.name)}
        </p>
        {isSignedOut && (
          <a className={controls.button} href={signIn} target="_blank">
            Sign in again (new tab)
          </a>
        )}
        {list && (
          <Link className={controls.button} to={list.to}>
            Back to {list.label}
          </Link>
        )}
        {retry && !list && <Button label="Try again" onClick={retry} />}
      </div>
    </div>
  )
}

export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={states.empty}>
    <Icon name="leaf" size={40} />
    <h2>{title}</h2>
    {children}
  </div>
)

export const Skeleton = ({ width }: { width: string }) => <span className={states.skeleton} style={{ width }} />

const waitingWidths = ['70%', '55%', '60%', '40%']

/** Placeholder of a panel. */
export const WaitingPanel = ({ widths = waitingWidths }: { widths?: readonly string[] }) => (
  <div className={`${controls.panel} ${states.waiting}`} aria-busy="true">
    {widths.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

/** Option of a query that `LoadTogether` waits for. */
export const awaited = { meta: { isAwaited: true } }

type RestOptions<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

export function useRest<T>(queryKey: QueryKey, href: string, options?: RestOptions<T>) {
  const { rest } = useAdminContext()
  return useQuery({ queryKey, queryFn: ({ signal }) => rest.get<T>(href, signal), ...options })
}

type QueryStateProps = {
  readonly query: { readonly error: Error | null; readonly isPending: boolean; readonly refetch: () => unknown }
  readonly placeholder?: ReactNode
  /** The list of the item that the query reads. */
  readonly backLink?: BackLink
}

/** Error or loading placeholder of a query; nothing once it has data. */
export const QueryState = ({ query, placeholder = <Skeleton width="320px" />, backLink }: QueryStateProps) => (
  <>
    {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} backLink={backLink} />}
    {query.isPending && placeholder}
  </>
)
