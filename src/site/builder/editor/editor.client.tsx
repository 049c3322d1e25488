import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { AdminProvider } from '../../../platform/admin/admin-context.tsx'
import { parseAdminUser } from '../../../platform/admin/admin-user.ts'
import { isMissing } from '../../../platform/admin/failure-text.ts'
import { ErrorState, useRest } from '../../../platform/admin/parts.tsx'
import { RestError, restClient } from '../../../platform/admin/rest.client.ts'
import { ToastProvider } from '../../../platform/admin/toast.tsx'
import { setShopTimeZone } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { LibraryJson, PageJson } from '../rest/page-json.ts'
import styles from './editor.module.css'
import { builderEntities } from './fields/entities.ts'
import { defineWords, type Language, LanguageChoice, LanguageContext } from './words.ts'

const Editor = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Editor })))

const useWords = defineWords({
  builder: ['Page builder', 'Éditeur de pages'],
  loading: ['The page is being loaded …', 'Chargement de la page …'],
  back: ['To the back office', 'Vers l’administration'],
  missing: ['There is no such page, or it is in the trash.', 'Cette page n’existe pas, ou elle est dans la corbeille.'],
})

const root = document.getElementById('admin')
if (!root) throw new Error('The page has no place for the page builder')
const user = parseAdminUser(root)
setShopTimeZone(user.timeZone)

/** Loads the nonce of a new session. Null if another user has signed in, who must not become the author. */
async function renewNonce(): Promise<string | null> {
  const html = await fetch(location.href).then(
    (response) => response.text(),
    () => '',
  )
  const shell = new DOMParser().parseFromString(html, 'text/html').getElementById('admin')
  return shell && Number(shell.dataset.id) === user.id ? (shell.dataset.restNonce ?? null) : null
}

const LANGUAGE_KEY = 'samovar-builder-language'

function languageOf(): Language {
  const chosen = localStorage.getItem(LANGUAGE_KEY) ?? navigator.language
  return chosen.startsWith('fr') ? 'fr' : 'en'
}

const id = Number(new URLSearchParams(location.search).get('post')) || 0

/** No refetching, so that neither the page nor the blocks change during editing. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: (failures, error) => failures < 2 && error instanceof RestError && error.failure.kind === 'offline',
    },
  },
})

function Builder() {
  const words = useWords()
  const page = useRest<PageJson>(['builder', id], `${paths.restBuilder}/pages/${id}`)
  const libraries = useRest<readonly LibraryJson[]>(['builder', 'blocks'], `${paths.restBuilder}/blocks`)
  const title = page.data?.title
  useEffect(() => {
    document.title = title ? `${title} · ${words.builder}` : words.builder
  }, [title, words])
  const failed = page.isError ? page : libraries
  const loading = (
    <p className={styles.loading} role="status">
      {words.loading}
    </p>
  )
  if (failed.error)
    return (
      <main className={styles.state}>
        <h1>{words.builder}</h1>
        {isMissing(page.error) ? (
          <p role="alert">{words.missing}</p>
        ) : (
          <ErrorState error={failed.error} retry={() => void failed.refetch()} />
        )}
        <p>
          <a href={paths.admin}>{words.back}</a>
        </p>
      </main>
    )
  if (!page.data || !libraries.data) return loading
  return (
    <Suspense fallback={loading}>
      <Editor page={page.data} libraries={libraries.data} />
    </Suspense>
  )
}

/** Selects the language of the editor, which the browser stores. */
function Languages({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(languageOf)
  useEffect(() => {
    document.documentElement.lang = `${language}-CA`
  }, [language])
  const choose = (chosen: Language) => {
    localStorage.setItem(LANGUAGE_KEY, chosen)
    setLanguage(chosen)
  }
  return (
    <LanguageContext value={language}>
      <LanguageChoice value={[language, choose]}>{children}</LanguageChoice>
    </LanguageContext>
  )
}

createRoot(root).render(
  <Languages>
    <AdminProvider
      value={{
        user,
        rest: restClient(user.restNonce, renewNonce),
        screens: [],
        entities: () => Promise.resolve(builderEntities),
      }}
    >
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <Builder />
        </ToastProvider>
      </QueryClientProvider>
    </AdminProvider>
  </Languages>,
)
