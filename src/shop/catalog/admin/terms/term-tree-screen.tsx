import { Link } from 'react-router'
import controls from '../../../../platform/admin/controls.module.css'
import { SectionTabs } from '../../../../platform/admin/list/list-controls.tsx'
import { ScreenHeader } from '../../../../platform/admin/parts.tsx'
import { screenOf } from '../../../../platform/admin/resource.ts'
import { Icon } from '../../../../platform/ui/icon.tsx'
import styles from './term-rows.module.css'
import { TermRows } from './term-rows.tsx'
import { hierarchicalTaxonomies } from './terms.ts'

/** The terms of a tree in shop order. */
const treeScreen = ({ resource, emptyText }: (typeof hierarchicalTaxonomies)['brands']) =>
  function TermTreeScreen() {
    return (
      <>
        <ScreenHeader title={resource.title}>
          <Link className={controls.primary} to={`${resource.screen}new/`}>
            <Icon name="plus" size={16} /> New {resource.names[0]}
          </Link>
        </ScreenHeader>
        <SectionTabs />
        <TermRows path={resource.rest} steps={['up', 'down', 'in', 'out']} empty={emptyText}>
          {(term, parent) => (
            <span className={styles.name}>
              <Link to={screenOf(resource, term.id)}>{term.name}</Link>
              {parent && <span className="visually-hidden"> in {parent.name}</span>}
            </span>
          )}
        </TermRows>
      </>
    )
  }

const { categories, brands } = hierarchicalTaxonomies

export const treeScreens = { categories: treeScreen(categories), brands: treeScreen(brands) }
