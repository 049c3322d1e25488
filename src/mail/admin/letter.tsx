import { useState } from 'react'
import controls from '../../admin/controls.module.css'
import styles from './mail-screen.module.css'

type Said = { readonly subject: string; readonly html: string; readonly text: string }

/** What a mail says, drawn as a mail program draws it, and as plain text. */
export function Letter({ mail }: { mail: Said }) {
  const [view, setView] = useState<'drawn' | 'text'>('drawn')
  return (
    <section aria-label="What it says">
      <div className={styles.views} role="group" aria-label="Show as">
        <button type="button" aria-pressed={view === 'drawn'} onClick={() => setView('drawn')}>
          As drawn
        </button>
        <button type="button" aria-pressed={view === 'text'} onClick={() => setView('text')}>
          As plain text
        </button>
      </div>
      {view === 'drawn' ? (
        // No right is given to it: no scripts, no forms, no way to our cookies.
        <iframe className={styles.letter} sandbox="" srcDoc={mail.html} title={`Mail: ${mail.subject}`} />
      ) : (
        <pre className={`${controls.panel} ${styles.text}`}>{mail.text}</pre>
      )}
    </section>
  )
}
