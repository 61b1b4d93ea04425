import { Outlet, useMatches } from '@tanstack/react-router'
import { chooseTheme, useTheme } from '../lib/browser/theme.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { QuietSelect } from '../ui/form/quiet-select.tsx'
import { PlumbLine } from '../ui/layout/plumb-line.tsx'
import { LanguageSelect } from './language-select.tsx'
import styles from './login-layout.module.css'

/** The layout of the signed-out pages: plumb line, product name, and the language and theme choices. */
export function LoginLayout() {
  const text = useText()
  const theme = useTheme()
  const isLogin = useMatches({ select: matches => matches.some(match => match.pathname === '/login') })
  return (
    <div className={styles.layout}>
      <PlumbLine drop={isLogin ? 'medium' : 'short'} />
      <main className={styles.content}>
        <h1 className={styles.name}>{text('product_name')}</h1>
        <p className={styles.claim}>{text('product_claim')}</p>
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <LanguageSelect />
        <QuietSelect
          label={text('theme')}
          options={[
            { value: 'dark', label: text('theme_dark') },
            { value: 'light', label: text('theme_light') },
          ]}
          value={theme}
          onChange={chooseTheme}
        />
      </footer>
    </div>
  )
}
