import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { isUnreachable } from '../../lib/api/api-error.ts'
import { questionPrompt } from '../../lib/api/confirm-questions.ts'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useStore } from '../../lib/browser/store.ts'
import { applyThemeSetting } from '../../lib/browser/theme.ts'
import { DateSettingsContext, deviceDateSettings } from '../../lib/format/use-format.ts'
import { applyLanguageSetting, applyNumberFormat, useText } from '../../lib/i18n/i18n.ts'
import { passwordPrompt } from '../../lib/session/password-confirmation.ts'
import { needsSecondFactor, SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { LazyToastRegion } from '../../ui/overlay/lazy-toast-region.tsx'
import { OfflinePage } from '../offline-page.tsx'
import { BottomBar } from './bottom-bar.tsx'
import styles from './default-layout.module.css'
import { FamilyGuard } from './family-guard.tsx'
import { ModalHost } from './modal-host.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { ReportingCurrency } from './reporting-currency.tsx'
import { TopBar } from './top-bar.tsx'
import { useBrowserTimeZone } from './use-browser-time-zone.ts'
import { useShortcuts } from './use-shortcuts.ts'

const SetupPage = lazyComponent(() =>
  import('../../features/user-settings/two-factor/setup-page.tsx').then(module => module.SetupPage),
)

/** Any call may require a recent password, so the prompt is mounted beside all screens. */
const ConfirmPasswordDialog = lazyComponent(() =>
  import('../../features/user-settings/confirm-password-dialog.tsx').then(
    module => module.ConfirmPasswordDialog,
  ),
)

/** Any write may have implausible values. */
const QuestionDialog = lazyComponent(() =>
  import('../../features/plausibility/question-dialog.tsx').then(module => module.QuestionDialog),
)

/** The layout of the signed-in app: bar, screen, toasts and modals. Screens render once the settings are loaded. */
export function DefaultLayout() {
  const text = useText()
  const { data, error, refetch, isFetching } = useQuery(settingsQuery)
  const settings = data?.settings
  const question = useStore(passwordPrompt)
  const prompt = useStore(questionPrompt)
  useShortcuts()
  useBrowserTimeZone(settings)

  useEffect(() => {
    if (settings === undefined) return
    applyThemeSetting(settings.color_scheme)
    applyNumberFormat(settings.number_format)
    void applyLanguageSetting(settings.language).catch(() => undefined)
  }, [settings])

  const dates = useMemo(
    () =>
      settings === undefined
        ? deviceDateSettings
        : { format: settings.date_format, timeZone: settings.time_zone },
    [settings],
  )

  if (data === undefined && isUnreachable(error)) {
    return <OfflinePage onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <DateSettingsContext value={dates}>
      <a href="#content" className={styles.skip}>
        {text('skip_to_content')}
      </a>
      <TopBar settings={settings} />
      <OfflineBar />
      <main id="content" tabIndex={-1} className={styles.content}>
        {data !== undefined ? (
          <SettingsContext value={data}>
            {needsSecondFactor(data.settings) ? (
              <>
                <SetupPage />
                <ModalHost only="sign-out" />
              </>
            ) : (
              <ReportingCurrency>
                <FamilyGuard>
                  <Outlet />
                </FamilyGuard>
                <ModalHost />
              </ReportingCurrency>
            )}
            {question && <ConfirmPasswordDialog question={question} />}
            {prompt && <QuestionDialog prompt={prompt} />}
          </SettingsContext>
        ) : error !== null ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <div className={styles.waiting}>
            <SkeletonRows rows={6} />
          </div>
        )}
      </main>
      <BottomBar />
      <LazyToastRegion />
    </DateSettingsContext>
  )
}
