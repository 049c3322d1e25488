import { createContext, type FocusEvent, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useAdminContext } from './admin-context.tsx'
import { undoFailure } from './failure-text.ts'
import { focusTitle } from './focus-title.client.ts'
import { useShortcuts } from './shortcuts.ts'
import styles from './toast.module.css'

type Toast = { readonly text: string; readonly undo?: (() => Promise<unknown>) | undefined }

const ToastContext = createContext<{ readonly show: (toast: Toast) => void } | null>(null)

/** Long enough to read and to reach the button; a toast with undo stays until the next one. */
const SHOWN_MS = 8000

/** Shows a result, optionally with an undo button. */
export function useToast() {
  const value = useContext(ToastContext)
  if (!value) throw new Error('A screen is rendered outside the back office')
  return value
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const { user } = useAdminContext()
  const [toast, setToast] = useState<Toast | null>(null)
  const value = useMemo(() => ({ show: setToast }), [])
  useEffect(() => {
    if (!toast || toast.undo) return
    const timer = setTimeout(setToast, SHOWN_MS, null)
    return () => clearTimeout(timer)
  }, [toast])
  const undo = () => {
    const run = toast?.undo
    setToast(null)
    run?.().then(
      () => setToast({ text: 'Undone.' }),
      (error: unknown) => {
        const { text, canRetry } = undoFailure(error, user.name)
        setToast({ text, undo: canRetry ? run : undefined })
      },
    )
  }
  useShortcuts((key) => {
    if (key !== 'z' || !toast?.undo) return false
    undo()
    return true
  })
  return (
    <ToastContext value={value}>
      {children}
      <ToastBar text={toast?.text} undo={toast?.undo && undo} close={() => setToast(null)} />
    </ToastContext>
  )
}

type ToastBarProps = {
  /** Undefined hides the bar. */
  readonly text: string | undefined
  readonly undo: (() => void) | undefined
  readonly close: () => void
}

function ToastBar({ text, undo, close }: ToastBarProps) {
  const before = useRef<Element | null>(null)
  const hasFocus = useRef(false)
  const canUndo = undo !== undefined
  useEffect(() => {
    // The button with the focus is gone, pressed or not: the focus returns to where it was before.
    if (!hasFocus.current || document.activeElement !== document.body) return
    hasFocus.current = false
    if (before.current instanceof HTMLElement && before.current.isConnected)
      before.current.focus({ preventScroll: true })
    else focusTitle()
  }, [text, canUndo])
  const remember = {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      hasFocus.current = true
      if (!currentTarget.parentElement?.contains(relatedTarget)) before.current = relatedTarget
    },
    onBlur: () => {
      hasFocus.current = false
    },
  }
  return (
    <div className={styles.toast} role="status" data-shown={text === undefined ? undefined : ''}>
      {text !== undefined && (
        <>
          <span>{text}</span>
          {undo && (
            <button type="button" onClick={undo} {...remember}>
              Undo <kbd>z</kbd>
            </button>
          )}
          <button type="button" onClick={close} {...remember}>
            Close
          </button>
        </>
      )}
    </div>
  )
}
