import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { isMissing } from '../../../platform/admin/failure-text.ts'
import { ErrorState, useRest } from '../../../platform/admin/parts.tsx'
import { renderAdmin } from '../../../platform/admin/start/render-admin.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { LibraryJson, PageJson } from '../rest/page-json.ts'
import styles from './editor.module.css'
import { builderEntities } from './fields/entities.ts'
import { defineWords, type Language, LanguageContext } from './words.ts'

const Editor = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Editor })))

const useWords = defineWords({
  builder: ['Page builder', 'Éditeur de pages'],
  loading: ['The page is being loaded …', 'Chargement de la page …'],
  back: ['To the back office', 'Vers l’administration'],
  missing: ['There is no such page, or it is in the trash.', 'Cette page n’existe pas, ou elle est dans la corbeille.'],
})

const LANGUAGE_KEY = 'samovar-builder-language'

const chosenLanguage = (): Language =>
  (localStorage.getItem(LANGUAGE_KEY) ?? navigator.language).startsWith('fr') ? 'fr' : 'en'

const id = Number(new URLSearchParams(location.search).get('post')) || 0

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
    <p className={styles.state} role="status">
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

function Languages({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(chosenLanguage)
  useEffect(() => {
    document.documentElement.lang = `${language}-CA`
  }, [language])
  const choose = (chosen: Language) => {
    localStorage.setItem(LANGUAGE_KEY, chosen)
    setLanguage(chosen)
  }
  return <LanguageContext value={[language, choose]}>{children}</LanguageContext>
}

renderAdmin({
  content: (
    <Languages>
      <Builder />
    </Languages>
  ),
  // Nothing is refetched, so that neither the page nor the blocks change during editing.
  staleTime: Number.POSITIVE_INFINITY,
  screens: [],
  entities: () => Promise.resolve(builderEntities),
})
