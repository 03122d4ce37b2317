import { useApprovals, useInteractions, useServers } from '../stores/hooks.ts';
import { askedText } from '../views/interactions/words.ts';
import styles from './Announcements.module.css';

/** Says to screen readers what sighted people see change: requests that wait, servers that fail. */
export function Announcements() {
  const waiting = (useApprovals() ?? []).filter(({ gone }) => !gone);
  const asked = (useInteractions() ?? []).filter(({ gone }) => !gone);
  const failed = (useServers() ?? []).filter(({ state }) => state === 'failed');
  return (
    <div className={styles.hidden}>
      <p role="status" aria-live="polite" aria-label="Waiting approvals">
        {waiting.map(({ tool, server, client }) => `${client} asks to call ${tool} on ${server}. `)}
      </p>
      <p role="status" aria-live="polite" aria-label="Questions of servers">
        {asked.map((one) => `${askedText(one)}. `)}
      </p>
      <p role="status" aria-live="polite" aria-label="Failed servers">
        {failed.map(({ name, fault }) => `Server ${name} failed. ${fault?.message ?? ''} `)}
      </p>
    </div>
  );
}
