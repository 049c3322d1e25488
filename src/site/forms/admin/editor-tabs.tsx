import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import styles from './form-editor.module.css'

export type Tab = {
  /** Field, or object of fields, in this tab; `others` are further ones. */
  readonly name: string
  readonly others?: readonly string[]
  readonly title: string
  readonly problems: number
  readonly content: ReactNode
}

/** Tabs of one form; the tab with the first refused field opens by itself. */
export function EditorTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { errors, submitCount } = useFormState()
  const [chosen, setChosen] = useState({ name: tabs[0]?.name, submitCount })
  const refused = tabs.find(({ name, others = [] }) =>
    [name, ...others].some((field) => Object.hasOwn(errors, field)),
  )?.name
  const current = refused !== undefined && chosen.submitCount !== submitCount ? refused : chosen.name
  const setCurrent = (name: string) => setChosen({ name, submitCount })
  useEffect(() => {
    // Fields of a hidden tab cannot get focus, so it moves after the tab is shown.
    if (current === refused)
      box.current?.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) [aria-invalid=true]')?.focus()
  }, [current, refused, submitCount])
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === current)
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = Object.hasOwn(steps, event.key) ? tabs.at((steps[event.key] ?? 0) % tabs.length) : undefined
    if (!next) return
    event.preventDefault()
    setCurrent(next.name)
    document.getElementById(`${id}-${next.name}-tab`)?.focus()
  }
  return (
    <div ref={box} className={styles.editor}>
      <div role="tablist" aria-label={label} className={styles.tabs}>
        {tabs.map(({ name, title, problems }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}-tab`}
            aria-controls={`${id}-${name}`}
            aria-selected={name === current}
            tabIndex={name === current ? 0 : -1}
            onClick={() => setCurrent(name)}
            onKeyDown={move}
          >
            {title}
            {problems > 0 && (
              <span className={styles.count}>
                {problems}
                <span className="visually-hidden"> to mend</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}`}
          aria-labelledby={`${id}-${name}-tab`}
          hidden={name !== current}
          className={styles.panel}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
