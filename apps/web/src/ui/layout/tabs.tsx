import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import type { IconName } from '../display/icons.tsx'
import styles from './tabs.module.css'

interface Tab<Value extends string> {
  value: Value
  label: string
  icon?: IconName
  /** The number of items in the tab. */
  count?: ReactNode
  /** Marks the tab; says what is wrong to screen readers. */
  problem?: string | undefined
}

interface TabsProps<Value extends string> {
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** A column beside the content; above it on phones. */
  isAside?: boolean
  /** Content at the end of the tab list. */
  end?: ReactNode
  children: ReactNode
}

/** Tabs with panels. Arrow keys move between them. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  isAside = false,
  end,
  children,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone further tabs scroll. The chosen one is in view, also when an address opened it.
  useEffect(() => {
    list.current
      ?.querySelector(`[data-tab="${CSS.escape(value)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Base.Root
      value={value}
      // Each tab has one of the values.
      onValueChange={(chosen: Value) => onChange(chosen)}
      orientation={isAside ? 'vertical' : 'horizontal'}
      className={classNames(styles.root, isAside && styles.aside)}
    >
      <div className={styles.bar}>
        <Base.List ref={list} aria-label={label} className={styles.list}>
          {tabs.map(tab => (
            <Base.Tab key={tab.value} value={tab.value} data-tab={tab.value} className={styles.tab}>
              {tab.icon && <Icon name={tab.icon} size={14} />}
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
              {tab.problem !== undefined && (
                <span className={styles.problem} role="img" aria-label={tab.problem} title={tab.problem} />
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {end}
      </div>
      <Base.Panel value={value} className={styles.panel} tabIndex={-1}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
