import { FACTS, listHosts, resolveHost, type HostProfile } from '../../../shared/hosts/index.ts';
import { KeyValue } from '../../components/KeyValue.tsx';
import { RuleTag } from '../../components/RuleTag.tsx';
import { plural } from '../../frame/format.ts';
import { ViewBar } from '../ViewBar.tsx';
import styles from './ClientsView.module.css';

/** The clients whose behaviour is known, one row a version, with the facts that the profiles rest on. */
export function ClientsView() {
  const profiles = listHosts().flatMap(({ id, versions }) =>
    versions.flatMap((version) => {
      const resolved = resolveHost(id, version);
      return resolved ? [resolved.profile] : [];
    }),
  );
  return (
    <>
      <ViewBar
        title="Clients"
        note={`${plural(profiles.length, 'profile')}, ${plural(FACTS.length, 'fact')}`}
      />
      <div className={styles.page}>
        <p className={styles.lead}>
          These profiles are computed from documented and measured behaviour. They predict what a client does;
          they are not the clients themselves.
        </p>
        {profiles.map((profile) => (
          <Profile key={`${profile.id} ${profile.version}`} profile={profile} />
        ))}
      </div>
    </>
  );
}

function Profile({ profile }: { readonly profile: HostProfile }) {
  const { id, version, title, modelClasses, wire, traits, envelopes } = profile;
  const facts = FACTS.filter((fact) => fact.host === id);
  const heading = `client-${id}-${version}`;
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {title} {version}
      </h2>
      <KeyValue
        wide
        rows={[
          {
            name: 'model classes',
            value: modelClasses.map(({ id: name, title: says }) => (
              <div key={name}>{`${name}: ${says}`}</div>
            )),
          },
          { name: 'provider wire', value: wire },
          {
            name: 'name limit',
            value: traits.nameLimit === undefined ? 'none of its own' : `${traits.nameLimit} bytes`,
          },
          { name: 'pages of a list', value: traits.pages },
          { name: 'list changed', value: traits.followsListChanged ? 'followed' : 'ignored' },
          { name: 'waits for servers', value: traits.waitsForServers },
          { name: 'own tools', value: envelopes.map(({ name }) => name).join(', '), mono: true },
        ]}
      />
      <details className={styles.facts}>
        <summary>{plural(facts.length, 'fact')}</summary>
        <ul>
          {facts.map((fact) => (
            <li key={fact.id} className={styles.fact}>
              <span>
                <RuleTag rule={fact.id} />
              </span>
              <span>
                {fact.text} <span className={styles.source}>{`${fact.grade}, ${fact.source}`}</span>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
