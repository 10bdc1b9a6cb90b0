ALTER TABLE tags ADD CONSTRAINT tags_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants (seq);
