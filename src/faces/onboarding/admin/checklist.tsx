import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { usersManage } from '../../../people/identity/capabilities.ts'
import { useAdminContext, useMay } from '../../../platform/admin/admin-context.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Badge, Button, ErrorState, Panel, QueryState, useRest } from '../../../platform/admin/parts.tsx'
import { useToast } from '../../../platform/admin/toast.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import type { OnboardingJson } from '../onboarding.rest.ts'
import styles from './checklist.module.css'

const queryKey = [paths.restOnboarding]

/** The first steps on the home screen, until they are hidden, or done and the shop is open. */
export const HomeChecklist = () => (useMay(shopSettingsWrite) ? <Checklist isHome /> : null)

/** The steps of setting up a new shop, each with its state and a link. */
export function Checklist({ isHome = false }: { isHome?: boolean }) {
  const query = useRest<OnboardingJson>(queryKey, paths.restOnboarding)
  const queries = useQueryClient()
  // Steps are done on other screens, so returning here fetches again.
  useEffect(() => () => void queries.invalidateQueries({ queryKey, refetchType: 'none' }), [queries])
  if (!query.data && isHome) return query.isPending && query.failureCount === 0 && <div className={styles.pending} />
  if (!query.data) return <QueryState query={query} />
  const { tasks, is_open: isOpen, is_hidden: isHidden } = query.data
  const openTasks = tasks.filter((task) => !task.is_done && !task.is_skipped)
  if (isHome && (isHidden || (isOpen && openTasks.length === 0))) return null
  const done = tasks.length - openTasks.length
  return (
    <div className={styles.box}>
      <Panel id="first-steps" title="First steps">
        <p className={styles.progress}>
          <progress value={done} max={tasks.length} aria-label="First steps done" />{' '}
          {openTasks.length === 0 ? 'Everything is done.' : `${done} of ${tasks.length} done.`}
        </p>
        <ol className={styles.list}>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ol>
        <ShopOpening isOpen={isOpen} leftCount={openTasks.length}>
          {isHome && <HideButton />}
        </ShopOpening>
      </Panel>
    </div>
  )
}

type Task = OnboardingJson['tasks'][number]

/** A mutation after which the list is fetched again. */
function useChange(change: () => Promise<string>) {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: change,
    async onSuccess(text) {
      await queries.invalidateQueries({ queryKey })
      if (text !== '') toast.show({ text })
    },
  })
}

function TaskRow({ task }: { task: Task }) {
  const { id, title, text, note, href, link, is_done: isDone, is_skipped: isSkipped } = task
  const isLeft = !isDone && !isSkipped
  return (
    <li data-task={id} data-done={isLeft ? undefined : ''}>
      <span className={styles.mark}>{!isLeft && <Icon name="check" size={16} />}</span>
      <div className={styles.words}>
        <h3>
          {title} {isDone && <Badge tone="leaf">Done</Badge>} {!isDone && isSkipped && <Badge>Skipped</Badge>}
        </h3>
        {isLeft && <p>{text}</p>}
        {isLeft && note !== '' && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.actions}>
        {isLeft && actions[id]?.()}
        <Link to={href} className={isLeft && !(id in actions) ? controls.primary : controls.button}>
          {link}
        </Link>
        {!isDone && <Skip id={id} isSkipped={isSkipped} />}
      </div>
    </li>
  )
}

function Skip({ id, isSkipped }: { id: string; isSkipped: boolean }) {
  const { rest } = useAdminContext()
  const change = useChange(async () => {
    await rest.send('POST', paths.restOnboarding, { task: { id, is_skipped: !isSkipped } })
    return ''
  })
  return (
    <Button isBusy={change.isPending} onClick={() => change.mutate()}>
      {isSkipped ? 'Resume' : 'Skip'}
    </Button>
  )
}

/** Steps that are done in the checklist itself. */
const actions: Readonly<Record<string, () => ReactNode>> = {
  mail: () => <TestMail />,
  policies: () => <Drafts />,
  demo: () => <RemoveDemo />,
}

function TestMail() {
  const { rest } = useAdminContext()
  const send = useChange(async () => {
    type Sent = { readonly recipient: string; readonly is_sent: boolean }
    const sent = await rest.send<Sent>('POST', `${paths.restOnboarding}/test-mail`, {})
    return sent.is_sent ? `On its way to ${sent.recipient}.` : 'It waits in the outbox: no mail server is set.'
  })
  return <ActionButton change={send} label="Send a test" />
}

function Drafts() {
  const { rest } = useAdminContext()
  const write = useChange(async () => {
    const { written } = await rest.send<{ written: number }>('POST', `${paths.restOnboarding}/policies`, {})
    return written > 0
      ? `${written} drafts wait under Pages: fill them in and publish them.`
      : 'Both pages are there: publish them.'
  })
  return <ActionButton change={write} label="Write drafts" />
}

type Removed = { readonly products: number; readonly texts: number; readonly people: number; readonly kept: number }

function RemoveDemo() {
  const { rest } = useAdminContext()
  const remove = useChange(async () => {
    const { products, texts, people, kept } = await rest.send<Removed>('DELETE', `${paths.restOnboarding}/demo`, {})
    const stays = kept > 0 ? ` ${kept} that were edited stay.` : ''
    return `Removed ${products} products, ${texts} posts and projects, ${people} people.${stays}`
  })
  if (!useMay(usersManage)) return null
  return (
    <ConfirmButton
      label="Remove the demo"
      question="Remove the demo for good?"
      text="Its products, posts, projects, coupons, customers and orders go, and settings that you have not changed. What you have made or edited stays; so do pages, menus, categories and pictures."
      confirmLabel="Remove it"
      run={() => remove.mutateAsync()}
    />
  )
}

type Change = ReturnType<typeof useChange>

const ActionButton = ({ change, label }: { change: Change; label: string }) => (
  <>
    <Button kind="primary" label={label} isBusy={change.isPending} onClick={() => change.mutate()} />
    {change.error && <ErrorState error={change.error} />}
  </>
)

type OpeningProps = { readonly isOpen: boolean; readonly leftCount: number; readonly children: ReactNode }

function ShopOpening({ isOpen, leftCount, children }: OpeningProps) {
  const { rest } = useAdminContext()
  const open = useChange(async () => {
    await rest.send('PUT', paths.restAppearance, { coming_soon: false })
    return 'Your shop is open.'
  })
  const leftText = leftCount === 1 ? 'One step is left' : `${leftCount} steps are left`
  return (
    <div className={styles.opening}>
      {isOpen ? (
        <p>
          <strong>The shop is open.</strong> Everyone can see it. <Link to={paths.adminAppearance}>Close it again</Link>
        </p>
      ) : (
        <p>
          <strong>The shop is closed.</strong> Only staff can see it; everyone else sees “coming soon”.
          {leftCount > 0 && ` ${leftText}, but you can open it now.`}
        </p>
      )}
      <div className={styles.actions}>
        <form method="post" action={paths.adminShopperView}>
          <input type="hidden" name="on" value="1" />
          <Button type="submit">Try it as a shopper</Button>
        </form>
        {!isOpen && <ActionButton change={open} label="Open the shop" />}
        {children}
      </div>
    </div>
  )
}

function HideButton() {
  const { rest } = useAdminContext()
  const hide = useChange(async () => {
    await rest.send('POST', paths.restOnboarding, { is_hidden: true })
    return 'The first steps stay under Settings.'
  })
  return (
    <Button isBusy={hide.isPending} onClick={() => hide.mutate()}>
      Do not show this here
    </Button>
  )
}
