import { useState } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import chip from '../chip.module.css'
import { countActiveLists, noFilters } from '../filter.ts'
import { useChoices } from '../use-choices.ts'
import { useFilter } from '../use-filter.ts'
import styles from './template-menu.module.css'
import { applyTemplate, isTemplate } from './templates.ts'
import { useTemplates } from './use-templates.ts'

/** Loaded on the first press: most users save no filters. */
const TemplatesDialog = lazyComponent(() =>
  import('./templates-dialog.tsx').then(module => module.TemplatesDialog),
)

const everything = ''
const unnamed = 'unnamed'

/** Saved filters, applied with one press. */
export function TemplateMenu({ isIconOnly = false }: { isIconOnly?: boolean }) {
  const text = useText()
  const { filter, change, reset } = useFilter()
  const { choices } = useChoices()
  const templates = useTemplates()
  // The demo account is shared, so it saves nothing.
  const isDemo = useHasRole('demo')
  const [dialog, setDialog] = useState<'unread' | 'save' | 'manage' | 'closed'>('unread')
  const isAll = countActiveLists(filter) === 0
  const current = templates.find(template => isTemplate(filter, template))
  const value = isAll ? everything : (current?.id ?? unnamed)
  const name = isAll ? text('template_all') : (current?.name ?? text('template_unnamed'))
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className={classNames(chip.chip, chip.box)}
            aria-label={`${text('templates')}: ${name}`}
            title={isIconOnly ? name : undefined}
          >
            <Icon name="filter" size={14} />
            {!isIconOnly && <b>{name}</b>}
            <Icon name="chevron-down" size={12} />
          </button>
        }
      >
        <MenuChoice
          label={text('templates')}
          choices={[
            { value: everything, label: text('template_all') },
            ...templates.map(({ id, name: given }) => ({
              value: id,
              label: (
                <span className={styles.name}>
                  {given}
                  {id === choices.defaultTemplate && <Tag tone="outline">{text('template_default')}</Tag>}
                </span>
              ),
            })),
          ]}
          value={value}
          onChange={id => {
            const template = templates.find(one => one.id === id)
            change(template ? applyTemplate(filter, template) : { ...filter, filters: noFilters })
          }}
        />
        <MenuSeparator />
        {!isDemo && (
          <MenuItem icon="plus" isDisabled={isAll} onSelect={() => setDialog('save')}>
            {text('template_save')}
          </MenuItem>
        )}
        {!isDemo && templates.length > 0 && (
          <MenuItem icon="edit" onSelect={() => setDialog('manage')}>
            {text('template_manage')}
          </MenuItem>
        )}
        <MenuItem icon="close" onSelect={reset}>
          {text('overview_reset_filter')}
        </MenuItem>
      </Menu>
      {dialog !== 'unread' && (
        <TemplatesDialog
          isSaving={dialog === 'save'}
          isOpen={dialog === 'save' || dialog === 'manage'}
          onClose={() => setDialog('closed')}
          onClosed={() => setDialog(now => (now === 'closed' ? 'unread' : now))}
        />
      )}
    </>
  )
}
