import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { ErrorState } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { Icon, type IconName } from '../../../../platform/ui/icon.tsx'
import styles from './arrange.module.css'
import { moved, type Placed, type Step } from './tree.ts'

const PART = 100

/** A whole list of terms, read part by part. */
export function useTerms<T>(path: string) {
  const { rest } = useAdminContext()
  return useQuery({
    queryKey: [path, 'all'],
    queryFn: async ({ signal }) => {
      const all: T[] = []
      for (let page = 1; ; page += 1) {
        const { items, pages } = await rest.list<T>(`${path}?context=edit&per_page=${PART}&page=${page}`, signal)
        all.push(...items)
        if (page >= pages) return all
      }
    },
  })
}

const labels: Readonly<Record<Step, readonly [label: string, icon: IconName]>> = {
  up: ['up', 'up'],
  down: ['down', 'down'],
  in: ['below the one before it', 'right'],
  out: ['to the outer level', 'left'],
}

type Named = Placed & { readonly name: string }

/** Buttons that move a term of a list, and what says where it has gone. */
export function useArrange<T extends Named>(path: string, terms: readonly T[] | undefined, steps: readonly Step[]) {
  const [said, setSaid] = useState('')
  const pressed = useRef('')
  const send = useSend(
    async (rest, changes: readonly Placed[]) => {
      for (let at = 0; at < changes.length; at += PART)
        await rest.send('POST', `${path}/batch`, { update: changes.slice(at, at + PART) })
    },
    [path],
  )
  // A row that is moved in the page loses its focus.
  useEffect(() => {
    if (terms && document.activeElement === document.body) document.getElementById(pressed.current)?.focus()
  }, [terms])
  const buttonsOf = (term: T) => (
    <span className={styles.steps}>
      {steps.map((step) => {
        const changes = moved(terms ?? [], term, step)
        const [label, icon] = labels[step]
        return (
          <button
            key={step}
            id={`${step}-${term.id}`}
            type="button"
            aria-label={`Move ${term.name} ${label}`}
            aria-disabled={changes === null}
            onClick={() => {
              pressed.current = `${step}-${term.id}`
              if (send.isPending) return
              setSaid(changes ? `${term.name} was moved ${label}.` : `${term.name} cannot go there.`)
              if (changes) send.mutate(changes)
            }}
          >
            <Icon name={icon} size={18} />
          </button>
        )
      })}
    </span>
  )
  const state = (
    <>
      {send.error && <ErrorState error={send.error} />}
      <p role="status" className="visually-hidden">
        {send.isError ? '' : said}
      </p>
    </>
  )
  return { buttonsOf, state }
}
